// Results as JSON files; innermost lists and objects stand on one line each. Node only.

import { existsSync, readFileSync } from "node:fs"
import type { Reproduced } from "../judging/committed.ts"

/** The folder of the package: one up from this source, two from the compiled file. */
const folder = new URL(import.meta.url.endsWith(".ts") ? "../" : "../../", import.meta.url)

const resultsFolder = new URL("results/", folder)
export const figuresFolder = new URL("figures/", folder)

export function formatResults(reproduced: Reproduced): string {
  const text = JSON.stringify(reproduced, (_, value: unknown) => (isEndless(value) ? null : value), 2)
  const onOneLine = (part: string) => part.replaceAll(/\s*\n\s*/g, " ")
  return `${text.replaceAll(/\[[^[\]{}]*\]/g, onOneLine).replaceAll(/\{[^[\]{}]*\}/g, onOneLine)}\n`
}

/** Null for an exhibit that has no committed results yet. */
export function readCommitted(id: string): Reproduced | null {
  const file = new URL(`${id}.json`, resultsFolder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Reproduced) : null
}

/** Intervals of a single run have no ends. */
const isEndless = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value)

// Reads people with a context from a file of JSON, as a table computed from a log.

import { readFile } from "node:fs/promises"
import { invalidParameter } from "../check-parameters.ts"
import type { ContextSpec } from "./context-environment.ts"

/** The environment in a file: `attributes`, `people` and, for coarser groups, `splitBy`. */
export async function readContextFile(path: string): Promise<ContextSpec> {
  let text: string
  try {
    text = await readFile(path, "utf8")
  } catch (error) {
    throw invalidParameter(
      `a context must be a known name or a file that can be read, got ${path} (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalidParameter(`a context must be a file of JSON, got ${path}`)
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw invalidParameter(`a context must be a file with one JSON object, got ${path}`)
  return { ...(parsed as ContextSpec), kind: "context" }
}

// What a folder's run found, against the list of survivors that were read and explained (known-survivors.json).

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Mutant } from "./mutants.ts"
import type { Verdict } from "./mutate-folder.ts"

/** A survivor by its function and texts, and why no test notices it. */
export interface KnownSurvivor {
  readonly folder: string
  readonly in: string
  readonly was: string
  readonly became: string
  readonly because: string
}

type Verdicts = ReadonlyMap<Mutant, Verdict>

const neededShare = 0.9

const nameOf = (mutant: Pick<Mutant, "in" | "was" | "became">): string =>
  `${mutant.in}: ${mutant.was} → ${mutant.became}`

const isAlive = ({ kind }: Verdict): boolean => kind === "survived" || kind === "not reached"

/** The share that was killed of those that came to an end; survivors that the list does not have; and those it has that were killed. */
export function judge(folder: string, list: readonly KnownSurvivor[], verdicts: Verdicts) {
  const known = list.filter((survivor) => survivor.folder === folder)
  const explained = new Set(known.map(nameOf))
  const alive = [...verdicts].filter(([, verdict]) => isAlive(verdict)).map(([mutant]) => mutant)
  const unexplained = alive.filter((mutant) => !explained.has(nameOf(mutant)))
  const tried = new Set([...verdicts.keys()].map(nameOf))
  const living = new Set(alive.map(nameOf))
  const stale = known.filter((survivor) => tried.has(nameOf(survivor)) && !living.has(nameOf(survivor)))
  const killed = [...verdicts.values()].filter(({ kind }) => kind === "killed").length
  // Mutants that never end are neither: they are counted apart.
  const killedShare = killed + alive.length === 0 ? 0 : killed / (killed + alive.length)
  return { killedShare, unexplained, stale, passed: unexplained.length === 0 && killedShare >= neededShare }
}

/** Prints what a folder's run found; whether it passed. */
export function report(folder: string, ignored: number, verdicts: Verdicts): boolean {
  const list = JSON.parse(readFileSync(join(import.meta.dirname, "known-survivors.json"), "utf8")) as KnownSurvivor[]
  const { killedShare, unexplained, stale, passed } = judge(folder, list, verdicts)
  for (const mutant of unexplained) {
    const unreached = verdicts.get(mutant)?.kind === "not reached" ? " (no test reaches it)" : ""
    console.log(`  survived: ${mutant.file}:${mutant.line} in ${nameOf(mutant)}${unreached}`)
  }
  for (const survivor of stale) console.log(`  listed, but no longer survives: ${nameOf(survivor)}`)
  const count = (kind: Verdict["kind"]) => [...verdicts.values()].filter((verdict) => verdict.kind === kind).length
  console.log(
    `${folder}: ${verdicts.size} tried, ${count("killed")} killed (${(100 * killedShare).toFixed(1)} %), ` +
      `${count("survived")} survived, ${count("not reached")} not reached, ${count("timeout")} timed out, ` +
      `${ignored} ignored; ${unexplained.length} survivors not explained`,
  )
  return passed
}

// Tables for a person who took part in k rounds, all in one release or each in another. The promise
// is k times that of one round, which rounds in one release reach.

import type { Algorithm } from "@armistice/core"
import { invalidParameter } from "../../check-parameters.ts"
import type { ReleaseView } from "../boxes/release-view.ts"
import type { NeighbourTables } from "./neighbour-tables.ts"
import { paying, quietRounds } from "./worst-tables.ts"

/** A person who took part in several rounds, in one release or in different ones. */
export interface SubjectSpec {
  readonly rounds: number
  readonly releases: "one" | "different"
}

export function listSubjectTables(
  algorithm: Algorithm,
  { rounds, releases }: SubjectSpec,
  armCount: number,
  view: ReleaseView | null,
): NeighbourTables {
  if (!(Number.isInteger(rounds) && rounds >= 1))
    throw invalidParameter(`a subject must take part in at least 1 round, got ${rounds}`)
  const { arms: quiet, last } = quietRounds(algorithm, Math.max(armCount, releases === "one" ? 2 : rounds))
  // The reward that ends a batch is the one that brings chance in.
  const arms = last === null ? quiet : [...quiet, last]
  const isWanted = (arm: number, k: number) => (releases === "one" ? arm === 0 : arms.indexOf(arm) === k)
  const records = arms.flatMap((arm, k) => (isWanted(arm, k) ? [k + 1] : [])).slice(0, rounds)
  if (records.length === rounds)
    return { armCount: Math.max(armCount, releases === "one" ? 2 : rounds), records, ...paying(view) }
  throw invalidParameter(
    `a subject's rounds in ${releases === "one" ? "one release" : "different releases"} must be at most ${records.length} here, got ${rounds}`,
  )
}

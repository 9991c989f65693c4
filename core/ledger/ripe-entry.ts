// The entry that says from which age of a decision on its answer counts, where that was raised
// while the experiment ran. It releases nothing. A reader of the ledger sees that the rule by which
// answers join changed, and that it was never made laxer.

import { findEmptyProblem, nothing, type Place, showValue } from "./empty-entry.ts"
import type { PublicLedgerEntry } from "./ledger-entry.ts"

const fixed = { ...nothing, mechanism: "ripe" } as const

/** Whether an entry raises the age from which on answers count. */
export const isRipe = ({ mechanism }: Pick<PublicLedgerEntry, "mechanism">): boolean => mechanism === "ripe"

/** The entry of a raised age, without its hash. */
export const createRipeEntry = (place: Place, ripeSeconds: number): Omit<PublicLedgerEntry, "hash"> => ({
  ...fixed,
  ...place,
  ripeSeconds,
})

/** The problem of such an entry, in words; null: nothing. `before`: the age that counted so far. */
export function findRipeProblem(entry: PublicLedgerEntry, spent: number, before: number): string | null {
  const problem = findEmptyProblem(entry, spent, fixed, ["ripeSeconds"])
  if (problem !== null) return problem
  const { ripeSeconds } = entry
  if (typeof ripeSeconds === "number" && Number.isFinite(ripeSeconds) && ripeSeconds > before) return null
  return `must raise the age from ${before} seconds, got ${showValue(ripeSeconds)}`
}

// The last entry of a chain whose rewards were removed: commitments can no longer be opened, and
// what was spent by then stays. It is an entry like all others, of no arm and no rewards, so that
// every reader of ledgers takes it. Its fields are hashed.

import type { PublicLedgerEntry } from "./ledger-entry.ts"

/** The released fields of a purge: nothing, of nobody. */
const nothing = {
  segment: "",
  arm: -1,
  block: 0,
  count: 0,
  mechanism: "purge",
  eta: 0,
  epsilon: null,
  commitment: "",
} as const

/** Whether an entry says that the rewards were removed. */
export const isPurge = ({ mechanism }: Pick<PublicLedgerEntry, "mechanism">): boolean => mechanism === "purge"

type Place = Pick<PublicLedgerEntry, "experiment" | "index" | "spent" | "at" | "previous">

/** The entry of a purge, without its hash. */
export const createPurgeEntry = (place: Place): Omit<PublicLedgerEntry, "hash"> => ({ ...nothing, ...place })

/**
 * The problem of a purge entry, in words; null: nothing. A release that calls itself a purge would
 * not be counted.
 */
export function findPurgeProblem(entry: PublicLedgerEntry, spent: number): string | null {
  const { experiment: _experiment, index: _index, spent: stated, at, previous: _previous, hash: _hash, ...rest } = entry
  const names = Object.keys(nothing) as (keyof typeof nothing)[]
  const wrong =
    names.find((name) => rest[name] !== nothing[name]) ?? Object.keys(rest).find((name) => !(name in nothing))
  if (wrong !== undefined) return `must release nothing, but its ${wrong.slice(0, 40)} is that of a release`
  if (stated !== spent)
    return `must say what is spent, ${spent}, got ${JSON.stringify(stated)?.slice(0, 40) ?? "nothing"}`
  return Number.isFinite(at) ? null : "has no time"
}

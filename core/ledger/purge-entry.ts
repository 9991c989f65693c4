// The last entry of a chain whose rewards were removed: commitments can no longer be opened, and
// what was spent by then stays. It is an entry like all others, of no arm and no rewards, so that
// every reader of ledgers takes it. Its fields are hashed.

import { findEmptyProblem, nothing, type Place } from "./empty-entry.ts"
import type { PublicLedgerEntry } from "./ledger-entry.ts"

const fixed = { ...nothing, mechanism: "purge" } as const

/** Whether an entry says that the rewards were removed. */
export const isPurge = ({ mechanism }: Pick<PublicLedgerEntry, "mechanism">): boolean => mechanism === "purge"

/** The entry of a purge, without its hash. */
export const createPurgeEntry = (place: Place): Omit<PublicLedgerEntry, "hash"> => ({ ...fixed, ...place })

/** The problem of a purge entry, in words; null: none. A disguised release would not count. */
export const findPurgeProblem = (entry: PublicLedgerEntry, spent: number): string | null =>
  findEmptyProblem(entry, spent, fixed)

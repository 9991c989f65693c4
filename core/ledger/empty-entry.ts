// Entries that release nothing: their released fields are fixed, they repeat what was spent, and
// they have a time.

import type { PublicLedgerEntry } from "./ledger-entry.ts"

/** The released fields of an entry about no arm and no rewards: nothing, of nobody. */
export const nothing = { segment: "", arm: -1, block: 0, count: 0, eta: 0, epsilon: null, commitment: "" } as const

/** Where an entry stands in its chain. */
export type Place = Pick<PublicLedgerEntry, "experiment" | "index" | "spent" | "at" | "previous">

const placed = ["experiment", "index", "spent", "at", "previous", "hash"]

/**
 * The problem of such an entry, in words; null: nothing. `fixed`: the fields that it has like all
 * of its kind; `own`: those that may differ.
 */
export function findEmptyProblem(
  entry: PublicLedgerEntry,
  spent: number,
  fixed: Partial<PublicLedgerEntry>,
  own: readonly string[] = [],
): string | null {
  const names = Object.keys(fixed) as (keyof PublicLedgerEntry)[]
  const wrong =
    names.find((name) => entry[name] !== fixed[name]) ??
    Object.keys(entry).find((name) => !(Object.hasOwn(fixed, name) || own.includes(name) || placed.includes(name)))
  if (wrong !== undefined) return `must release nothing, but its ${wrong.slice(0, 40)} is that of a release`
  if (entry.spent !== spent) return `must have spent ${spent}, got ${showValue(entry.spent)}`
  return Number.isFinite(entry.at) ? null : "has no time"
}

/** A value in a message, cut to a sensible length. */
export const showValue = (given: unknown): string => JSON.stringify(given)?.slice(0, 40) ?? "nothing"

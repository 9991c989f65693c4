// The entry that says from which age of a decision on its answer counts, where that was raised
// while the experiment ran. It releases nothing. A reader of the ledger sees that the rule by which
// answers join changed, and that it was never made laxer.

import type { PublicLedgerEntry } from "./ledger-entry.ts"

/** The released fields of such an entry: nothing, of nobody. */
const nothing = {
  segment: "",
  arm: -1,
  block: 0,
  count: 0,
  mechanism: "ripe",
  eta: 0,
  epsilon: null,
  commitment: "",
} as const

/** Whether an entry raises the age from which on answers count. */
export const isRipe = ({ mechanism }: Pick<PublicLedgerEntry, "mechanism">): boolean => mechanism === "ripe"

type Place = Pick<PublicLedgerEntry, "experiment" | "index" | "spent" | "at" | "previous">

/** The entry of a raised age, without its hash. */
export const createRipeEntry = (place: Place, ripeSeconds: number): Omit<PublicLedgerEntry, "hash"> => ({
  ...nothing,
  ...place,
  ripeSeconds,
})

/** The problem of such an entry, in words; null: nothing. `before`: the age that counted so far. */
export function findRipeProblem(entry: PublicLedgerEntry, spent: number, before: number): string | null {
  const { experiment: _experiment, index: _index, previous: _previous, hash: _hash, ...rest } = entry
  const { spent: stated, at, ripeSeconds, ...others } = rest
  const names = Object.keys(nothing) as (keyof typeof nothing)[]
  const wrong =
    names.find((name) => others[name] !== nothing[name]) ?? Object.keys(others).find((name) => !(name in nothing))
  if (wrong !== undefined) return `must release nothing, but its ${wrong.slice(0, 40)} is that of a release`
  if (stated !== spent)
    return `must say what is spent, ${spent}, got ${JSON.stringify(stated)?.slice(0, 40) ?? "nothing"}`
  if (!Number.isFinite(at)) return "has no time"
  if (typeof ripeSeconds === "number" && Number.isFinite(ripeSeconds) && ripeSeconds > before) return null
  return `must raise the age from ${before} seconds, got ${JSON.stringify(ripeSeconds)?.slice(0, 40) ?? "nothing"}`
}

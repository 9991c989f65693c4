// One release in a public ledger, chained by hashes from the experiment's first entry on.
// Stored ledgers are hashed over these fields and texts, so they may change only with the next
// `ledgerFormatVersion`.

import type { CountedRelease } from "../privacy/filter.ts"
import type { Release } from "../privacy/release.ts"
import { canonicalJson } from "./canonical-json.ts"

/** Why an arm was stopped: harm to another outcome, surely worse rewards, or a person. */
export type ArmCause = "harm" | "worse" | "person"

/** `arm` is its place among all arms in order of arrival, stopped ones included. */
export type ArmChange =
  | { readonly mechanism: "stop"; readonly arm: number; readonly cause: ArmCause }
  | { readonly mechanism: "resume"; readonly arm: number; readonly cause: "person" }
  | { readonly mechanism: "add"; readonly arm: number; readonly cause: "person"; readonly name: string }
  | { readonly mechanism: "extend"; readonly arm: -1; readonly cause: "person"; readonly horizon: number }

/** The fields that only residual releases have. */
const residualFields = ["line", "carried", "deviation", "step", "coordinate", "share"] as const

type ResidualFields = Pick<Release, (typeof residualFields)[number]>

/** One entry of a public ledger. */
export interface PublicLedgerEntry extends ResidualFields {
  readonly experiment: string
  /** From 1. */
  readonly index: number
  /** The metric whose values were released; missing: the reward's. */
  readonly metric?: string
  readonly segment: string
  readonly arm: number
  readonly block: number
  readonly count: number
  /**
   * "purge": rewards were removed, and nothing follows (purge-entry.ts). "ripe": answers count
   * later from now on (ripe-entry.ts). "stop", "resume", "add" and "extend": what happened to arms,
   * and that more decisions are learned from (arm-entry.ts).
   */
  readonly mechanism: Release["mechanism"] | "purge" | "ripe" | ArmChange["mechanism"]
  /** Loss of a reward on the GDP scale, lattice included; residual: in its whole line. */
  readonly eta: number
  /** Laplace and pure only. */
  readonly epsilon: number | null
  /** "ripe" only: the age of a decision from which on its answer counts. */
  readonly ripeSeconds?: number
  /** Changes of arms only: why, an added arm's name, and the decisions after an extension. */
  readonly cause?: ArmCause
  readonly name?: string
  readonly horizon?: number
  /** The counter of its filter after it. */
  readonly spent: number
  readonly at: number
  /** Binds it to the private journal without telling anything about it. */
  readonly commitment: string
  readonly previous: string
  readonly hash: string
}

/** A metric, and the limit of its own filter. */
export interface MetricLimit {
  readonly name: string
  readonly limit: number
}

/** The version of ledgers that this library writes and reads; every chain starts from it. */
export const ledgerFormatVersion = 1

/** The start of the chain: the experiment, its limits, and whether outcomes are public. */
export const formatStart = (
  experiment: string,
  limit: number | null,
  metrics: readonly MetricLimit[] = [],
  outcomes: "private" | "public" = "private",
): string => {
  const limits = metrics.map((metric) => ({ name: metric.name, limit: metric.limit }))
  return canonicalJson({
    formatVersion: ledgerFormatVersion,
    experiment,
    limit,
    ...(limits.length === 0 ? {} : { metrics: limits }),
    ...(outcomes === "private" ? {} : { outcomes }),
  })
}

/** Everything public in the entry, its predecessor's hash included, but its own hash. */
export const formatEntry = ({ hash: _hash, ...content }: PublicLedgerEntry): string => canonicalJson(content)

/** The entry's release for the accountant; only of entries that release something. */
export function readRelease(entry: PublicLedgerEntry): CountedRelease {
  const { arm, block, count, eta } = entry
  const mechanism = entry.mechanism as Release["mechanism"]
  return { arm, block, count, mechanism, eta, ...pickResidualFields(entry) }
}

/** The residual fields of a release; all other releases leave them out of the hashed text. */
export function pickResidualFields(release: ResidualFields): ResidualFields {
  const given = residualFields.filter((name) => release[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, release[name]]))
}

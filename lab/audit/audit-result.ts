// The result of an audit as plain JSON: what `armistice audit --json` prints, what charts are drawn
// from, and what a longer audit continues from.

import type { Guarantee, Parameters } from "@armistice/core"
import { refutesGuarantee } from "@armistice/core/privacy"
import type { Classifier } from "./classifiers/classifier.ts"
import { epsilonLowerBound, etaLowerBound, type TestErrors, upperRate } from "./lower-bound.ts"
import { describeTables, type NeighbourTables } from "./tables/neighbour-tables.ts"
import type { SubjectSpec } from "./tables/subject-tables.ts"

/** Errors of a classifier so far, at its threshold and along its curve. */
export interface BoxCounts extends TestErrors {
  readonly curve: readonly { readonly falsePositives: number; readonly falseNegatives: number }[]
}

export interface FoundTables {
  readonly tables: NeighbourTables
  /** The estimate from a few runs; no bound. */
  readonly eta: number
}

export interface TableSearch {
  readonly byHand: FoundTables
  /** The hardest of all candidates; those by hand unless others are clearly harder. */
  readonly found: FoundTables
  readonly candidates: number
  /** The hardest variant of each scenario. */
  readonly scenarios: readonly FoundTables[]
}

/** An attack with everything that is needed to add runs to it. */
export interface BoxAttack {
  /** How the tables were found; null where they were given. */
  readonly search: TableSearch | null
  readonly tables: NeighbourTables
  readonly classifier: Classifier
  readonly counts: BoxCounts
}

/** The result of the attack through one box. */
export interface BoxResult extends BoxAttack {
  /** eta (and epsilon at `delta`) is at least this, with the audit's confidence. */
  readonly etaLower: number
  readonly epsilonLower: number
  readonly sees: string
  readonly inWords: string
}

/** The result of an audit, as plain JSON: pass it as `continues` to add runs to it. */
export interface AuditResult {
  readonly algorithm: string
  readonly parameters: Parameters
  /** Runs of each table. */
  readonly runs: number
  readonly finished: number
  readonly seed: number | string
  readonly confidence: number
  readonly delta: number
  readonly claimed: Guarantee
  readonly subject: (SubjectSpec & { readonly eta: number | null }) | null
  /** The largest eta that so many runs could show at all. */
  readonly ceiling: number
  readonly whiteBox: BoxResult | null
  readonly blackBox: BoxResult | null
  /**
   * "disproved" if an attack shows more than is claimed. "consistent" proves nothing, and "not
   * attacked whole" less: only the arms were attacked, because nothing says what is released.
   */
  readonly verdict: "disproved" | "consistent" | "not attacked whole" | "nothing claimed"
  readonly milliseconds: number
}

export interface AuditSettings {
  readonly runs: number
  readonly seed: number | string
  /** Probability that a bound is wrong, divided by the number of bounds that hold together. */
  readonly doubt: number
  readonly delta: number
}

export function createBoxResult(attack: BoxAttack, sees: string, { doubt, delta }: AuditSettings): BoxResult {
  const { search, tables, classifier, counts } = attack
  return {
    etaLower: counts.runs === 0 ? 0 : etaLowerBound(counts, doubt),
    epsilonLower: counts.runs === 0 ? 0 : epsilonLowerBound(counts, delta, doubt),
    sees,
    inWords: describeTables(tables),
    search,
    tables,
    classifier,
    counts,
  }
}

/**
 * `limitFor` is what is claimed with so many arms, on the scale of eta; `claimed` decides where it
 * is on another one. `isWhole` is false where releases were to be attacked and could not be.
 */
export function judgeClaim(
  limitFor: (armCount: number) => number | null,
  boxes: readonly (BoxResult | null)[],
  { claimed, doubt, isWhole }: { readonly claimed: Guarantee; readonly doubt: number; readonly isWhole: boolean },
): AuditResult["verdict"] {
  const kept = isWhole ? "consistent" : "not attacked whole"
  const results = boxes.filter((box) => box !== null)
  if (claimed.declared !== undefined) {
    const isRefuted = results.some(({ counts: { runs, falsePositives, falseNegatives } }) =>
      refutesGuarantee(claimed, upperRate(falsePositives, runs, doubt / 2), upperRate(falseNegatives, runs, doubt / 2)),
    )
    return isRefuted ? "disproved" : kept
  }
  const limits = results.map(({ tables }) => limitFor(tables.armCount))
  if (limits.every((limit) => limit === null)) return "nothing claimed"
  return results.some(({ etaLower }, k) => etaLower > (limits[k] ?? Number.POSITIVE_INFINITY)) ? "disproved" : kept
}

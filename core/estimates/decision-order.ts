// An arm's value where silence is worth a constant, counted in the order of decisions. Every
// decision is worth its answer or, if nobody answers in time, the constant. Decisions whose worth
// is not released are taken at their worst, so that nothing is assumed of when people answer
// (docs/theory.md, Lemma 19).

import { ArmisticeError, requireParameter } from "../errors.ts"
import type { ReleasedSum } from "./released-sum.ts"
import type { Silence } from "./silence.ts"

/** The parts of the error for decisions in order, and for shares of answers with their means. */
export function splitError(isOrdered: boolean, { delays }: Silence): { ordered: number; shares: number } {
  if (!isOrdered) return { ordered: 0, shares: 1 }
  return delays === "any" ? { ordered: 1, shares: 0 } : { ordered: 0.5, shares: 0.5 }
}

/**
 * For each arm the sum over all its decisions up to its last release, `silence.missing` in [0, 1].
 * Null where counts at releases are not given, and for algorithms whose sums do not hold every
 * answer once.
 */
export function decisionSums(sums: readonly ReleasedSum[], silence?: Silence): ReleasedSum[] | null {
  if (silence?.atRelease === undefined) return null
  const { missing, atRelease } = silence
  if (sums.some(({ kind, parts }) => kind !== "running" || parts.some(({ weight }) => weight !== 1))) {
    if (silence.delays !== "any") return null
    throw new ArmisticeError("invalid_parameter", "delays must be independent with an algorithm that weighs answers")
  }
  return sums.map((sum, arm) => decisionSum(sum, atRelease.decided[arm], atRelease.silent[arm], missing))
}

function decisionSum(sum: ReleasedSum, decided: number, silent: number, missing: number): ReleasedSum {
  if (sum.parts.length === 0) return sum
  const released = sum.parts.reduce((total, { count }) => total + count, 0)
  const outstanding = decided - silent - released
  const least = `${released} released and ${silent} silent decisions`
  requireParameter(outstanding >= 0, `decided at a release must be at least ${least}`, decided)
  const worth = missing * silent
  return { ...sum, others: { count: silent + outstanding, least: worth, most: worth + outstanding } }
}

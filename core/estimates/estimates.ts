// Estimates for free: what the sums an algorithm has already released say about its arms. A function of releases alone, so it
// costs no privacy, and asking again gives the same answer (estimates.md).

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import { provedInterval } from "./confidence.ts"
import { chancesToBeBest, meanLaw } from "./posterior.ts"
import { type ReleasedSum, releasedSums, summariseSum } from "./released-sums.ts"
import { scoreInterval } from "./score-interval.ts"

export interface ArmEstimate {
  /** The noisy mean, moved into the interval where noise took it outside; null before the arm's first release. */
  readonly mean: number | null
  /** Holds the true mean with at least the stated confidence: see `IntervalKind`. */
  readonly low: number
  readonly high: number
  readonly confidence: number
  /** Rewards behind it. */
  readonly rewards: number
}

/**
 * "proved": valid for any rewards in [0, 1], whatever the algorithm did, at all looks together. "measured": a third narrower, for
 * one look, with a coverage that was measured on many instances (estimates.md) and not proved.
 */
export type IntervalKind = "proved" | "measured"

export interface Estimates {
  readonly arms: readonly ArmEstimate[]
  /** The arm most likely to be best. */
  readonly recommended: number
  /** For each arm the probability of being best, given the releases, for Bernoulli rewards and uniform priors. */
  readonly probabilityBest: readonly number[]
}

/** Null for algorithms whose state keeps no released sums: those that draw around exact means, and those without privacy. */
export function estimatesOf(
  algorithm: Algorithm,
  state: AlgorithmState,
  { confidence = 0.95, interval = "proved" }: { readonly confidence?: number; readonly interval?: IntervalKind } = {},
): Estimates | null {
  if (!(confidence > 0 && confidence < 1))
    throw new ArmisticeError("invalid_parameter", `confidence must be in (0, 1), got ${confidence}`)
  const sums = releasedSums(algorithm, state)
  if (sums === null) return null
  const probabilityBest = chancesToBeBest(sums.map(meanLaw))
  return {
    arms: sums.map((sum) => estimateOf(sum, confidence, interval)),
    recommended: probabilityBest.indexOf(Math.max(...probabilityBest)),
    probabilityBest,
  }
}

function estimateOf(sum: ReleasedSum, confidence: number, interval: IntervalKind): ArmEstimate {
  const [low, high] = (interval === "proved" ? provedInterval : scoreInterval)(sum, confidence)
  const rewards = sum.parts.reduce((total, part) => total + part.count, 0)
  if (rewards === 0) return { mean: null, low, high, confidence, rewards }
  return { mean: Math.min(Math.max(summariseSum(sum).mean, low), high), low, high, confidence, rewards }
}

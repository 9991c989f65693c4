// Estimates for free: what the sums an algorithm has already released say about its arms. A
// function of releases alone, so it costs no privacy, and asking again gives the same answer
// (estimates.md).

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { requireParameter } from "../errors.ts"
import { clip } from "../numerics/clip.ts"
import { provedInterval } from "./confidence.ts"
import { decisionSums, splitError } from "./decision-order.ts"
import { computeBestChances, meanLaw } from "./posterior.ts"
import { type ReleasedSum, summariseSum } from "./released-sum.ts"
import { readReleasedSums } from "./released-sums.ts"
import { scoreInterval } from "./score-interval.ts"
import {
  type AnsweredShare,
  checkSilence,
  computeAnsweredShares,
  intersect,
  SHARE_OF_ERROR,
  type Silence,
  valueInterval,
  valueLaw,
  valueLine,
  valueOn,
} from "./silence.ts"

/** The mean of one arm's rewards, as far as releases tell it. */
export interface ArmEstimate {
  /** The noisy mean, moved into the interval; null before the arm's first release. */
  readonly mean: number | null
  /** Holds the true mean with at least the stated confidence: see `IntervalKind`. */
  readonly low: number
  readonly high: number
  readonly confidence: number
  /** Rewards behind it. */
  readonly rewards: number
}

/**
 * "proved": valid for any rewards in [0, 1], whatever the algorithm did, at all looks together.
 * "measured": a third narrower, for one look, with a coverage that was measured on many instances
 * (estimates.md) and not proved.
 */
export type IntervalKind = "proved" | "measured"

/** Estimates of all arms. */
export interface Estimates {
  readonly arms: readonly ArmEstimate[]
  /** The arm most likely to be best. */
  readonly recommended: number
  /** Each arm's probability of being best, for Bernoulli rewards and uniform priors. */
  readonly probabilityBest: readonly number[]
}

/** The confidence of the estimates, the kind of interval and the worth of silence. */
export interface EstimateOptions {
  readonly confidence?: number
  readonly interval?: IntervalKind
  /**
   * Estimate what a decision is worth, silence included, and not the mean of those who answer: c +
   * r (m - c), c = `missing` in [0, 1]. The probability of being best then takes the share of
   * answers r for known.
   */
  readonly silence?: Silence
}

/** Null for algorithms whose state keeps no released sums, such as those without privacy. */
export function estimateArms(
  algorithm: Algorithm,
  state: AlgorithmState,
  { confidence = 0.95, interval = "proved", silence }: EstimateOptions = {},
): Estimates | null {
  requireParameter(confidence > 0 && confidence < 1, "confidence must be in (0, 1)", confidence)
  if (silence !== undefined) checkSilence(silence, state.decided.length, 0, 1)
  const sums = readReleasedSums(algorithm, state)
  if (sums === null) return null
  const missing = silence?.missing ?? 0
  const ordered = interval === "proved" ? decisionSums(sums, silence) : null
  const parts = silence === undefined ? { ordered: 0, shares: 1 } : splitError(ordered !== null, silence)
  const throughShares = 1 - parts.shares * (1 - confidence)
  const shares = silence === undefined ? null : computeAnsweredShares(silence, SHARE_OF_ERROR * (1 - throughShares))
  const laws = sums.map((sum, arm) => {
    const law = meanLaw(sum)
    return shares === null ? law : valueLaw(law, valueLine(shares[arm].mean, missing))
  })
  const probabilityBest = computeBestChances(laws)
  return {
    arms: sums.map((sum, arm) => {
      if (shares === null) return estimateArm(sum, confidence, interval)
      const value = valueEstimate(sum, shares[arm], missing, throughShares, interval)
      if (ordered === null) return value
      const inOrder = provedInterval(ordered[arm], 1 - parts.ordered * (1 - confidence))
      const [low, high] = parts.shares === 0 ? inOrder : intersect([value.low, value.high], inOrder)
      const mean = value.mean === null ? null : clip(value.mean, low, high)
      return { ...value, mean, low, high, confidence }
    }),
    recommended: probabilityBest.indexOf(Math.max(...probabilityBest)),
    probabilityBest,
  }
}

function estimateArm(sum: ReleasedSum, confidence: number, interval: IntervalKind): ArmEstimate {
  const [low, high] = (interval === "proved" ? provedInterval : scoreInterval)(sum, confidence)
  const rewards = sum.parts.reduce((total, part) => total + part.count, 0)
  if (rewards === 0) return { mean: null, low, high, confidence, rewards }
  return { mean: clip(summariseSum(sum).mean, low, high), low, high, confidence, rewards }
}

/** The same of the value; the intervals of the mean and of the share split the error. */
function valueEstimate(
  sum: ReleasedSum,
  share: AnsweredShare,
  missing: number,
  confidence: number,
  interval: IntervalKind,
): ArmEstimate {
  const answers = estimateArm(sum, 1 - (1 - SHARE_OF_ERROR) * (1 - confidence), interval)
  const [low, high] = valueInterval([answers.low, answers.high], share, missing)
  if (answers.mean === null) return { ...answers, low, high, confidence }
  const value = valueOn(valueLine(share.mean, missing), answers.mean)
  return { ...answers, mean: clip(value, low, high), low, high, confidence }
}

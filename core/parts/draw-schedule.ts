// How many draws of what variance an epoch of DP-TS-UCB needs so that the best of them exceeds the
// arm's true mean with probability 1 - 1/T, and the smallest variance at which so many draws keep
// to a privacy target (dp-ts-ucb-calibrated.md). Bound (Hoeffding on the epoch's mean,
// integrated over its deviation; valid for any rewards in [0, 1], any epoch size): P(best of φ
// draws from N(mean, v/n) ≤ μ) ≤ 2^(-φ) + ∫₀^∞ φ Φ(u)^(φ-1) pdf(u) exp(-2u²v) du.

import { bisect } from "../numerics/bisect.ts"
import { normalLogCdf, normalPdf } from "../numerics/normal.ts"
import { roundUp } from "../privacy/rounding.ts"

export interface DrawPlan {
  /** Draws the epoch may take. */
  readonly draws: number
  /** n times the variance of a draw from the mean of n rewards. */
  readonly spread: number
  /** The loss of a reward in the epoch: √(draws / (n · spread)), rounded up, at most the target. */
  readonly eta: number
}

const SMALLEST_SPREAD = 0.5
const MOST_DRAWS = 2 ** 40

// Simpson's rule on [0, 9]; the integrand vanishes beyond for every v ≥ 1/2 and φ up to MOST_DRAWS.
const NODES = 360
const step = 9 / NODES
const nodes = Array.from({ length: NODES + 1 }, (_, k) => {
  const u = k * step
  const weight = ((k === 0 || k === NODES ? 1 : k % 2 === 1 ? 4 : 2) * step) / 3
  return { square: u * u, logCdf: normalLogCdf(u), density: weight * normalPdf(u) }
})

/** An upper bound of the chance that the best of `draws` draws stays below the true mean. */
export function chanceBestFails(draws: number, spread: number): number {
  let sum = 0
  for (const { square, logCdf, density } of nodes) sum += density * Math.exp((draws - 1) * logCdf - 2 * square * spread)
  return 2 ** -draws + draws * sum
}

/** The fewest draws that fail with chance at most `failure`; Infinity beyond 2^40. */
export function drawsNeeded(spread: number, failure: number): number {
  let low = Math.max(1, Math.floor(-Math.log2(failure)))
  let high = low
  while (chanceBestFails(high, spread) > failure) {
    if (high > MOST_DRAWS) return Number.POSITIVE_INFINITY
    low = high
    high *= 2
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (chanceBestFails(middle, spread) > failure) low = middle
    else high = middle
  }
  return high
}

/** The plan for `count` rewards: the smallest spread from 1/2 up that loses at most `eta`. */
export function planDraws(count: number, eta: number, failure: number): DrawPlan {
  const planAt = (spread: number): DrawPlan => {
    const draws = drawsNeeded(spread, failure)
    return { draws, spread, eta: roundUp(Math.sqrt(draws / (count * spread))) }
  }
  const isEnough = (spread: number): boolean => planAt(spread).eta <= eta
  if (isEnough(SMALLEST_SPREAD)) return planAt(SMALLEST_SPREAD)
  let enough = 2 * SMALLEST_SPREAD
  while (!isEnough(enough)) enough *= 2
  return planAt(bisect(enough, enough / 2, 24, isEnough)[0])
}

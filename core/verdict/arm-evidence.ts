// The evidence of an arm's releases against a mean: the logarithm of a supermartingale if that mean
// is true. The numbers of two arms multiply, at all looks of both together (docs/theory.md, section
// 8). Convex in the mean.

import { chooseRates } from "../estimates/confidence.ts"
import { computeLookShare, computeTotalPrice, renewalCost } from "../estimates/passing-noise.ts"
import { type Evidence, evidenceAgainst, logNoiseMoment, sumEvidence } from "../estimates/rate-evidence.ts"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { clipUnit } from "../numerics/clip.ts"

export interface ArmEvidence {
  /** The estimate of the mean from the sum. */
  readonly centre: number
  /** Against the ends: means of at least 1 and of at most 0. */
  readonly againstOne: number
  readonly againstZero: number
  /** Against means of at least `mean`: rises with it. */
  atLeast(mean: number): Evidence
  /** Against means of at most `mean`: falls with it. */
  atMost(mean: number): Evidence
}

/** Null without a release. */
export function armEvidence(sum: ReleasedSum): ArmEvidence | null {
  if (sum.parts.length === 0) return null
  const { rewards, total, value: highest, mirrored } = sumEvidence(sum)
  const list = slowerToo(chooseRates(sum))
  const rates = list.map((rate) => ({ rate, cost: computeCost(sum, rate) + Math.log(list.length) }))
  const [low, high] = [highest, mirrored].map((value) => evidenceAgainst(value, rewards, rates))
  return {
    centre: clipUnit((highest + total - mirrored) / (2 * total)),
    againstOne: low(1).value,
    againstZero: high(1).value,
    atLeast: low,
    atMost(mean) {
      const { value, slope, curve } = high(1 - mean)
      return { value, slope: -slope, curve }
    },
  }
}

/**
 * Beside an arm that is known less well, what is best is slower than for one arm alone: both must
 * fall and rise alike. And where an arm has nothing to add, saying nothing (a rate of 0) costs no
 * more than its part in the average.
 */
function slowerToo(rates: readonly number[]): number[] {
  const slowest = rates[rates.length - 1]
  return [...rates, ...SLOWER.map((part) => part * slowest)]
}
const SLOWER = [1 / 2, 1 / 4, 0]

/** The cost of noise to the evidence of a rate, with the price of looking at noise that passes. */
function computeCost(sum: ReleasedSum, rate: number): number {
  if (rate === 0) return 0
  const cost = logNoiseMoment(sum, rate)
  if (sum.kind === "replaced") return cost + Math.log(Math.SQRT2 * sum.look * (sum.look + 1))
  const { passing, passes = 1, first } = sum
  if (passing === undefined || first === undefined) return cost
  const allowance = rate * first.scale
  const price = computeTotalPrice(rate * passing * passes, allowance * computeLookShare(sum))
  // Both arms of a pair have such prices, which is what the root of two allows for.
  const paid = Math.log1p(Math.SQRT2 * allowance) + price + renewalCost(sum, rate, "in a pair")
  return cost + (rate * passing) ** 2 / 2 + paid
}

// What an arm's releases say against means: ln of a number that on average never grows while the mean is what it is said to be. Of two
// arms these numbers multiply, at all looks of both together (docs/theory.md, section 8). Convex in the mean.

import { ratesFor } from "../estimates/confidence.ts"
import { priceOfAll, shareOfLook } from "../estimates/passing-noise.ts"
import type { ReleasedSum } from "../estimates/released-sums.ts"
import { clipUnit } from "../numerics/clip-unit.ts"

/** ln of evidence against a mean, with its first and second derivative there. */
export interface Evidence {
  readonly value: number
  readonly slope: number
  readonly curve: number
}

export interface ArmEvidence {
  /** The mean as the sum tells it. */
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
  const counts = countsByWeight(sum)
  let total = 0
  for (const [weight, count] of counts) total += weight * count
  const rates = slowerToo(ratesFor(sum))
  const costs = rates.map((rate) => costOf(sum, rate) + Math.log(rates.length))
  const [low, high] = [
    againstHigh(sum.value, rates, costs, counts),
    againstHigh(total - sum.value, rates, costs, counts),
  ]
  return {
    centre: clipUnit(sum.value / total),
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
 * Beside an arm that is known less well, what is best is slower than for one arm alone: both must fall and rise alike. And where an arm
 * has nothing to add, saying nothing (a rate of 0) costs no more than its part in the average.
 */
function slowerToo(rates: readonly number[]): number[] {
  const slowest = rates[rates.length - 1]
  return [...rates, ...SLOWER.map((part) => part * slowest)]
}
const SLOWER = [1 / 2, 1 / 4, 0]

function countsByWeight({ parts }: ReleasedSum): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { weight, count } of parts) counts.set(weight, (counts.get(weight) ?? 0) + count)
  return counts
}

/** What noise takes off the evidence of a rate, with the price of looking at noise that passes, and of sums that replace each other. */
function costOf(sum: ReleasedSum, rate: number): number {
  if (rate === 0) return 0
  let cost = 0
  for (const { weight, noise, scale } of sum.parts) {
    const spread = (rate * weight * scale) ** 2
    cost += noise === "gaussian" ? spread / 2 : -Math.log1p(-spread)
  }
  if (sum.kind === "replaced") return cost + Math.log(Math.SQRT2 * sum.look * (sum.look + 1))
  const { passing, passes = 1, first } = sum
  if (passing === undefined || first === undefined) return cost
  const allowance = rate * first.scale
  const price = priceOfAll(rate * passing * passes, allowance * shareOfLook(sum))
  return cost + (rate * passing) ** 2 / 2 + Math.log1p(Math.SQRT2 * allowance) + price
}

/** ln of the sum over rates against means of at least `mean`, and its derivatives. Called often, so it makes nothing but its answer. */
function againstHigh(
  sum: number,
  rates: readonly number[],
  costs: readonly number[],
  counts: ReadonlyMap<number, number>,
): (mean: number) => Evidence {
  const size = rates.length
  const rewards = Float64Array.from(counts.values())
  const moments = Float64Array.from(
    [...counts.keys()].flatMap((weight) => rates.map((rate) => Math.expm1(-rate * weight))),
  )
  const logs = Float64Array.from(rates, (rate, k) => -rate * sum - costs[k])
  const [values, slopes, curves] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  return (mean) => {
    let largest = Number.NEGATIVE_INFINITY
    for (let k = 0; k < size; k++) {
      let [value, slope, curve] = [logs[k], 0, 0]
      for (let w = 0; w < rewards.length; w++) {
        const moment = moments[w * size + k]
        const share = moment / (1 + mean * moment)
        value -= rewards[w] * Math.log1p(mean * moment)
        slope -= rewards[w] * share
        curve += rewards[w] * share * share
      }
      values[k] = value
      slopes[k] = slope
      curves[k] = curve
      if (value > largest) largest = value
    }
    let [total, slope, curve] = [0, 0, 0]
    for (let k = 0; k < size; k++) {
      if (values[k] < largest - 40) continue
      const part = Math.exp(values[k] - largest)
      total += part
      slope += part * slopes[k]
      curve += part * (curves[k] + slopes[k] * slopes[k])
    }
    slope /= total
    return { value: largest + Math.log(total), slope, curve: curve / total - slope * slope }
  }
}

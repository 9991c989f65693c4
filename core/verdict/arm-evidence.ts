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
  const rates = ratesFor(sum)
  const costs = rates.map((rate) => costOf(sum, rate) + Math.log(rates.length))
  const side = (value: number) => {
    const logs = rates.map((rate, k) => -rate * value - costs[k])
    const terms = rates.map((rate) =>
      [...counts].map(([weight, count]) => ({ count, moment: Math.expm1(-rate * weight) })),
    )
    return (mean: number): Evidence => average(logs, terms, mean)
  }
  const [low, high] = [side(sum.value), side(total - sum.value)]
  return {
    centre: clipUnit(sum.value / total),
    atLeast: low,
    atMost(mean) {
      const { value, slope, curve } = high(1 - mean)
      return { value, slope: -slope, curve }
    },
  }
}

function countsByWeight({ parts }: ReleasedSum): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { weight, count } of parts) counts.set(weight, (counts.get(weight) ?? 0) + count)
  return counts
}

/** What noise takes off the evidence of a rate, with the price of looking at noise that passes, and of sums that replace each other. */
function costOf(sum: ReleasedSum, rate: number): number {
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

/** ln of the sum over rates, and its derivatives by the mean. */
function average(
  logs: readonly number[],
  terms: readonly (readonly { readonly count: number; readonly moment: number }[])[],
  mean: number,
): Evidence {
  const values = new Array<number>(logs.length)
  const slopes = new Array<number>(logs.length)
  const curves = new Array<number>(logs.length)
  let largest = Number.NEGATIVE_INFINITY
  for (let k = 0; k < logs.length; k++) {
    let [value, slope, curve] = [logs[k], 0, 0]
    for (const { count, moment } of terms[k]) {
      const share = moment / (1 + mean * moment)
      value -= count * Math.log1p(mean * moment)
      slope -= count * share
      curve += count * share * share
    }
    values[k] = value
    slopes[k] = slope
    curves[k] = curve
    if (value > largest) largest = value
  }
  let [sum, slope, curve] = [0, 0, 0]
  for (let k = 0; k < logs.length; k++) {
    const part = Math.exp(values[k] - largest)
    sum += part
    slope += part * slopes[k]
    curve += part * (curves[k] + slopes[k] * slopes[k])
  }
  slope /= sum
  return { value: largest + Math.log(sum), slope, curve: curve / sum - slope * slope }
}

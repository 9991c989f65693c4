// Statistics of many runs. Sums are taken in the order of the runs, so that the same runs give the same bytes.

import type { Random } from "@armistice/core"

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

/** Standard error of the mean; null for fewer than two values, which tell nothing of their spread. */
export function standardErrorOf(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null
  const mean = meanOf(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += (values[i] - mean) ** 2
  return Math.sqrt(sum / (values.length - 1) / values.length)
}

/** The quantile at `p` of values in increasing order, interpolated linearly between neighbours. */
export function quantileOf(sorted: ArrayLike<number>, p: number): number {
  const place = p * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (place - below) * (sorted[above] - sorted[below])
}

export const quantileLevels = {
  p5: 0.05,
  p25: 0.25,
  p50: 0.5,
  p75: 0.75,
  p95: 0.95,
  p99: 0.99,
  p999: 0.999,
  max: 1,
} as const

export type QuantileName = keyof typeof quantileLevels
export const quantileNames = Object.keys(quantileLevels) as QuantileName[]

export function quantilesOf(values: Float64Array): Record<QuantileName, number> {
  const sorted = values.slice().sort()
  const entries = quantileNames.map((name) => [name, quantileOf(sorted, quantileLevels[name])] as const)
  return Object.fromEntries(entries) as Record<QuantileName, number>
}

export interface MeanInterval {
  readonly level: number
  /** mean ± 1.96 standard errors. */
  readonly normal: readonly [number, number]
  /** Percentiles of the means of resampled runs: does not assume that regret is symmetric. */
  readonly bootstrap: readonly [number, number]
}

const normal975 = 1.959963984540054
/** Resampled values at most, so that many runs stay cheap. */
const bootstrapWork = 2e7

/** 95 % intervals for the mean; null for fewer than two values. */
export function meanInterval(values: Float64Array, random: Random): MeanInterval | null {
  const error = standardErrorOf(values)
  if (error === null) return null
  const mean = meanOf(values)
  const resamples = Math.max(200, Math.min(1000, Math.floor(bootstrapWork / values.length)))
  const means = new Float64Array(resamples)
  for (let sample = 0; sample < resamples; sample++) {
    let sum = 0
    for (let k = 0; k < values.length; k++) sum += values[random.integer(values.length)]
    means[sample] = sum / values.length
  }
  means.sort()
  return {
    level: 0.95,
    normal: [mean - normal975 * error, mean + normal975 * error],
    bootstrap: [quantileOf(means, 0.025), quantileOf(means, 0.975)],
  }
}

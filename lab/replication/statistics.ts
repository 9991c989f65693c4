// Statistics of many runs. Sums are in the order of the runs: the same runs, the same bytes.

/** The mean of some values. */
export function computeMean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

/** Standard error of the mean; null for fewer than two values, which have no known spread. */
export function computeStandardError(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null
  const mean = computeMean(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += (values[i] - mean) ** 2
  return Math.sqrt(sum / (values.length - 1) / values.length)
}

/** The mean of the largest twentieth of the values, of at least one. */
export function computeWorstMean(values: Float64Array): number {
  const sorted = values.slice().sort()
  return computeMean(sorted.subarray(sorted.length - Math.max(1, Math.floor(sorted.length / 20))))
}

/** The quantile at `p` of values in increasing order, interpolated linearly between neighbours. */
export function computeQuantile(sorted: ArrayLike<number>, p: number): number {
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

export function computeQuantiles(values: Float64Array): Record<QuantileName, number> {
  const sorted = values.slice().sort()
  const entries = quantileNames.map((name) => [name, computeQuantile(sorted, quantileLevels[name])] as const)
  return Object.fromEntries(entries) as Record<QuantileName, number>
}

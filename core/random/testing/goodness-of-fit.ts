// Tests of a sample against a law, as a number of standard errors: 5 is the project's limit (one
// false alarm in 3 million).

export interface Moments {
  readonly mean: number
  readonly variance: number
}

export function drawMany(count: number, draw: () => number): Float64Array {
  const sample = new Float64Array(count)
  for (let i = 0; i < count; i++) sample[i] = draw()
  return sample
}

function moments(sample: ArrayLike<number>): Moments {
  let mean = 0
  for (let i = 0; i < sample.length; i++) mean += (sample[i] - mean) / (i + 1)
  let squares = 0
  for (let i = 0; i < sample.length; i++) squares += (sample[i] - mean) ** 2
  return { mean, variance: squares / (sample.length - 1) }
}

/** How far the sample's mean is from the law's, in standard errors. */
export function meanDeviation(sample: ArrayLike<number>, law: Moments): number {
  return Math.abs(moments(sample).mean - law.mean) / Math.sqrt(law.variance / sample.length)
}

/** The same for the variance; `excess` is the law's excess kurtosis. */
export function varianceDeviation(sample: ArrayLike<number>, law: Moments, excess: number): number {
  const error = law.variance * Math.sqrt((2 + excess) / sample.length)
  return Math.abs(moments(sample).variance - law.variance) / error
}

/**
 * Kolmogorov and Smirnov's distance from a continuous law, as the standard errors of a normal that
 * are as improbable.
 */
export function kolmogorovDeviation(sample: Float64Array, cdf: (x: number) => number): number {
  const sorted = Float64Array.from(sample).sort()
  let distance = 0
  for (let i = 0; i < sorted.length; i++) {
    const p = cdf(sorted[i])
    distance = Math.max(distance, p - i / sorted.length, (i + 1) / sorted.length - p)
  }
  // P(√n·D > x) ≈ 2 exp(-2x²), so that z = 2x is as improbable as z standard errors but for a
  // factor z√(2π)/2 (stricter).
  return 2 * distance * Math.sqrt(sorted.length)
}

/**
 * Pearson's chi-square of counts, brought to a standard normal (Wilson and Hilferty 1931). Expect
 * at least 10 in each cell.
 */
export function chiSquareDeviation(observed: ArrayLike<number>, expected: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < observed.length; i++) sum += (observed[i] - expected[i]) ** 2 / expected[i]
  const freedom = observed.length - 1
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(sum / freedom) - 1 + spread) / Math.sqrt(spread)
}

/**
 * How many numbers of the sample fall into each cell between the ascending edges (one cell more
 * than edges).
 */
export function histogram(sample: Float64Array, edges: readonly number[]): Float64Array {
  const counts = new Float64Array(edges.length + 1)
  for (const x of sample) {
    let low = 0
    let high = edges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (x > edges[middle]) low = middle + 1
      else high = middle
    }
    counts[low]++
  }
  return counts
}

/** Pearson's correlation times √n, a standard normal where there is none. */
export function correlationDeviation(first: Float64Array, second: Float64Array): number {
  const a = moments(first)
  const b = moments(second)
  let sum = 0
  for (let i = 0; i < first.length; i++) sum += (first[i] - a.mean) * (second[i] - b.mean)
  return Math.abs(sum / Math.sqrt(a.variance * b.variance * first.length))
}

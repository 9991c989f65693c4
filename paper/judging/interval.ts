// Means with their 99% intervals (Student's t), and intervals of ratios of independent means
// (Welch). Every verdict is decided with these; 99% because there are several dozen of them.

import { betaCdf } from "@armistice/core/numerics"

const level = 0.99

/**
 * A number with the interval it lies in; for what is computed rather than simulated, both ends are
 * the number itself.
 */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A mean over runs. With one run nothing is known of its spread: no interval. */
export interface Estimate {
  readonly mean: number
  readonly standardError: number | null
  readonly runs: number
}

export const exactly = (value: number): Interval => ({ value, low: value, high: value })

/** Half the width of the interval in standard errors, for `freedom` degrees of freedom. */
export function studentQuantile(freedom: number): number {
  // P(|t| > q) = I(ν / (ν + q²); ν/2, 1/2), decreasing in q.
  let low = 2
  let high = 1e3
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high)
    if (betaCdf(freedom / 2, 0.5, freedom / (freedom + middle * middle)) > 1 - level) low = middle
    else high = middle
  }
  return high
}

export function computeInterval({ mean, standardError, runs }: Estimate): Interval {
  return around(mean, [{ error: standardError, runs }])
}

/** The interval of a.mean / b.mean, both above 0: symmetric on a logarithmic scale. */
export function computeRatio(a: Estimate, b: Estimate): Interval {
  const relative = ({ mean, standardError, runs }: Estimate) => ({
    error: standardError === null ? null : standardError / mean,
    runs,
  })
  const { low, high } = around(Math.log(a.mean / b.mean), [relative(a), relative(b)])
  return { value: a.mean / b.mean, low: Math.exp(low), high: Math.exp(high) }
}

function around(value: number, parts: readonly { readonly error: number | null; readonly runs: number }[]): Interval {
  let variance = 0
  let spread = 0
  for (const { error, runs } of parts) {
    if (error === null) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
    variance += error ** 2
    spread += error ** 4 / (runs - 1)
  }
  if (variance === 0) return exactly(value)
  const half = studentQuantile(variance ** 2 / spread) * Math.sqrt(variance)
  return { value, low: value - half, high: value + half }
}

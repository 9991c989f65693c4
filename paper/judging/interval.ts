// Means with their 99% intervals (Student's t), and intervals of ratios of independent means
// (Welch). Every verdict is decided with these; 99% because there are several dozen of them.

import { studentQuantile } from "@armistice/core/numerics"

const level = 0.99

/** A number with the interval it lies in; a computed one is both of its own ends. */
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
  const half = studentQuantile(variance ** 2 / spread, level) * Math.sqrt(variance)
  return { value, low: value - half, high: value + half }
}

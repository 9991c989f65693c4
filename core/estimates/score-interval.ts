// The interval of means p with |noisy mean - p| ≤ z √(p(1-p)/n + noise): Wilson's score interval with the noise in it. It takes the
// variance from the mean under test, so it stands where few rewards, or none but zeros, are in. For one look at the end; that the
// algorithm stopped pulling arms that looked bad is paid for with a smaller error, found by measuring (estimates.md).

import { normalTailQuantile } from "../numerics/normal.ts"
import { type ReleasedSum, summariseSum } from "./released-sums.ts"

/** Share of the stated error that one side is built with. */
const SIDE = 0.15

export function scoreInterval(sum: ReleasedSum, confidence: number): readonly [low: number, high: number] {
  const { mean, rewards, noise } = summariseSum(sum)
  if (rewards === 0) return [0, 1]
  const z = normalTailQuantile((1 - confidence) * SIDE)
  // (mean - p)² = z² (p(1-p)/n + noise), a quadratic in p.
  const a = 1 + (z * z) / rewards
  const b = mean + (z * z) / (2 * rewards)
  const root = Math.sqrt(Math.max(0, b * b - a * (mean * mean - z * z * noise)))
  const [low, high] = [(b - root) / a, (b + root) / a]
  return [Math.min(1, Math.max(0, low)), Math.max(0, Math.min(1, high))]
}

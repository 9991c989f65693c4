// The interval of means p against which the noisy mean is no strong evidence: n·kl with the noise
// in it (numerics/gaussian-kl.ts) stays below z²/2. With many rewards it is Wilson's score interval
// with noise; with few it reaches farther, as it must where an arm is pulled until it first
// disappoints. For one look at the end; that the algorithm stopped pulling arms that looked bad is
// paid for with a smaller error, found by measuring (estimates.md).

import { bisect } from "../numerics/bisect.ts"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import { normalTailQuantile } from "../numerics/normal.ts"
import { type ReleasedSum, summariseSum } from "./released-sum.ts"

/** Share of the stated error that one side is built with. */
const SIDE = 0.15

/** A deviation in rewards: without it coverage falls where nearly exact sums of 0s and 1s jump. */
const LEAST_NOISE = 0.2

/** An interval for one look at the end; its coverage was measured, not proved. */
export function scoreInterval(sum: ReleasedSum, confidence: number): readonly [low: number, high: number] {
  const { mean, rewards, noise: released } = summariseSum(sum)
  if (rewards === 0) return [0, 1]
  const noise = Math.max(released, (LEAST_NOISE / rewards) ** 2)
  const most = normalTailQuantile((1 - confidence) * SIDE) ** 2 / 2 / rewards
  const precision = 1 / (rewards * noise)
  const high = farthest(Math.min(1, Math.max(0, mean)), (p) => gaussianKl(precision, mean, p) <= most)
  const low = 1 - farthest(Math.min(1, Math.max(0, 1 - mean)), (q) => gaussianKl(precision, 1 - mean, q) <= most)
  return low <= high ? [low, high] : mean < 0 ? [0, 0] : [1, 1]
}

/** The largest p in [from, 1) that holds, of those that hold up to some point; 1 if all do. */
const farthest = (from: number, holds: (p: number) => boolean): number => bisect(from, 1, 40, holds)[1]

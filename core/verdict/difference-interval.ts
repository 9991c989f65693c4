// An interval for the difference of two arms' means that holds whenever one looks, from each arm's own interval.

import { provedInterval } from "../estimates/confidence.ts"
import type { ReleasedSum } from "../estimates/released-sums.ts"

export interface DifferenceInterval {
  /** Rewards in [0, 1]. */
  readonly low: number
  readonly high: number
  /** The difference by the other mean, of rewards counted from -offset on; the high end is null where that mean may be 0 or less. */
  readonly liftLow: number | null
  readonly liftHigh: number | null
}

/** Each end fails, at any look, with chance at most `error`. */
export function differenceInterval(
  one: ReleasedSum,
  other: ReleasedSum,
  error: number,
  offset: number,
): DifferenceInterval {
  const [low, high] = provedInterval(one, 1 - error)
  const [otherLow, otherHigh] = provedInterval(other, 1 - error)
  const isPositive = otherLow + offset > 0
  return {
    low: low - otherHigh,
    high: high - otherLow,
    liftLow: otherHigh + offset > 0 ? (low + offset) / (otherHigh + offset) - 1 : null,
    liftHigh: isPositive ? (high + offset) / (otherLow + offset) - 1 : null,
  }
}

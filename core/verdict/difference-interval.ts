// Intervals for the difference and the ratio of two arms' means that hold whenever one looks: all that the evidence of both arms
// together does not refuse (docs/theory.md, section 8).

import { provedInterval } from "../estimates/confidence.ts"
import type { ReleasedSum } from "../estimates/released-sums.ts"
import type { ArmEvidence } from "./arm-evidence.ts"
import { leastDifference, leastRatio } from "./least-difference.ts"

export interface DifferenceInterval {
  readonly low: number
  readonly high: number
}

/** Of means in [0, 1]. Each end is exceeded, at any look, with chance at most `error`. */
export function differenceInterval(one: ArmEvidence, other: ArmEvidence, error: number): DifferenceInterval {
  const level = -Math.log(error)
  const [low, high] = [leastDifference(one, other, level), -leastDifference(other, one, level)]
  // Sums far beyond what rewards and noise make likely refuse every difference: then nothing is said.
  return low <= high ? { low, high } : { low: -1, high: 1 }
}

export interface LiftInterval {
  readonly low: number
  /** Null: there is no upper limit. */
  readonly high: number | null
}

/** The same for the difference by the other mean, each mean with `offset` added; null where that other mean may be negative. */
export function liftInterval(
  [one, other]: readonly [ArmEvidence, ArmEvidence],
  [sum, otherSum]: readonly [ReleasedSum, ReleasedSum],
  error: number,
  offset: number,
): LiftInterval | null {
  if (offset >= 0) {
    const level = -Math.log(error)
    const [least, most] = [leastRatio(one, other, level, offset), leastRatio(other, one, level, offset)]
    return least * most <= 1 ? { low: least - 1, high: most > 0 ? 1 / most - 1 : null } : { low: -1, high: null }
  }
  // Each arm by itself: three ends, that the other mean is positive among them, share the error.
  const confidence = 1 - (2 / 3) * error
  const [low, high] = provedInterval(sum, confidence)
  const [otherLow, otherHigh] = provedInterval(otherSum, confidence)
  if (otherLow + offset <= 0) return null
  const least = low + offset
  const most = high + offset
  return {
    low: least / ((least < 0 ? otherLow : otherHigh) + offset) - 1,
    high: most / ((most < 0 ? otherHigh : otherLow) + offset) - 1,
  }
}

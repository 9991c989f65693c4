// Intervals for the difference and the ratio of two arms' values that hold whenever one looks: all
// that the evidence of both arms together does not refuse, with shares of answers anywhere in their
// intervals (docs/theory.md, section 8).

import { provedInterval } from "../estimates/confidence.ts"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { type AnsweredShare, type ValueLine, valueInterval, valueLine } from "../estimates/silence.ts"
import type { ArmEvidence } from "./arm-evidence.ts"
import { leastDifference, leastRatio } from "./least-difference.ts"
import { boundJointEvidence } from "./least-evidence.ts"

/** How many answer, and what silence is worth, from 0 to 1. */
interface ArmSilence {
  readonly share: AnsweredShare
  readonly missing: number
}

/** One arm of a pair; without `silence` its value is its mean. */
export interface PairArm {
  readonly evidence: ArmEvidence
  readonly silence?: ArmSilence
}

export interface DifferenceInterval {
  readonly low: number
  readonly high: number
}

/**
 * The interval of the difference of two values in [0, 1]. Given the shares, each end is exceeded,
 * at any look, with chance at most `error`.
 */
export function differenceInterval(one: PairArm, other: PairArm, error: number): DifferenceInterval {
  const level = -Math.log(error)
  const [low, high] = [
    minimizeOverShares(leastDifference, one, other, level, 0),
    -minimizeOverShares(leastDifference, other, one, level, 0),
  ]
  // Sums far beyond what is likely refuse every difference: then nothing is said.
  return low <= high ? { low, high } : { low: -1, high: 1 }
}

/** ln of the evidence that `one` has the larger value; 0 or less if there is none. */
export function computeLeadEvidence(one: PairArm, other: PairArm): number {
  const least = (first: PairArm, second: PairArm): number =>
    Math.min(
      ...extremeLines(first, "least", 0).flatMap((line) =>
        extremeLines(second, "most", 0).map((otherLine) =>
          boundJointEvidence(first.evidence, second.evidence, line, otherLine),
        ),
      ),
    )
  const found = least(one, other)
  // Sums far beyond what is likely speak against both orders: then nothing is said.
  return found > 0 && least(other, one) > 0 ? 0 : found
}

export interface LiftInterval {
  readonly low: number
  /** Null: there is no upper limit. */
  readonly high: number | null
}

/** The error of one end of an interval, and of each of three single ends that share it. */
export interface SharedErrors {
  readonly end: number
  readonly third: number
}

/** The same for the difference relative to the other value; null where that may be negative. */
export function liftInterval(
  [one, other]: readonly [PairArm, PairArm],
  [sum, otherSum]: readonly [ReleasedSum, ReleasedSum],
  { end: error, third }: SharedErrors,
  offset: number,
): LiftInterval | null {
  if (offset >= 0) {
    const level = -Math.log(error)
    const least = minimizeOverShares(leastRatio, one, other, level, offset)
    const most = minimizeOverShares(leastRatio, other, one, level, offset)
    return least * most <= 1 ? { low: least - 1, high: most > 0 ? 1 / most - 1 : null } : { low: -1, high: null }
  }
  // Each arm by itself: three ends, that the other value is positive among them, share the error.
  const confidence = 1 - 2 * third
  const [low, high] = boundValues(one, provedInterval(sum, confidence))
  const [otherLow, otherHigh] = boundValues(other, provedInterval(otherSum, confidence))
  if (otherLow + offset <= 0) return null
  const least = low + offset
  const most = high + offset
  return {
    low: least / ((least < 0 ? otherLow : otherHigh) + offset) - 1,
    high: most / ((most < 0 ? otherHigh : otherLow) + offset) - 1,
  }
}

const boundValues = ({ silence }: PairArm, means: readonly [number, number]): readonly [number, number] =>
  silence === undefined ? means : valueInterval(means, silence.share, silence.missing)

/**
 * The least over all shares in their intervals. For every pair of means the difference is monotone
 * in each share, so it is least at a corner of the box of shares, and the least of all is the least
 * of four corners.
 */
function minimizeOverShares(
  least: typeof leastDifference,
  one: PairArm,
  other: PairArm,
  level: number,
  offset: number,
): number {
  let found = Number.POSITIVE_INFINITY
  for (const line of extremeLines(one, "least", offset))
    for (const otherLine of extremeLines(other, "most", offset))
      found = Math.min(found, least(one.evidence, other.evidence, level, line, otherLine))
  return found
}

/** The lines among which a value is least, or most: one end of the shares where that is enough. */
function extremeLines({ silence }: PairArm, which: "least" | "most", offset: number): ValueLine[] {
  if (silence === undefined) return [{ scale: 1, shift: offset }]
  const { share, missing } = silence
  const [few, many] = [share.low, share.high].map((answered) => {
    const { scale, shift } = valueLine(answered, missing)
    return { scale, shift: shift + offset }
  })
  if (missing <= 0) return [which === "least" ? few : many]
  if (missing >= 1) return [which === "least" ? many : few]
  return [few, many]
}

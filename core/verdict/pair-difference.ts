// The range that all statements together leave for the difference of two arms' values and for its
// share of the other value.

import { intersect } from "../estimates/silence.ts"
import { clip } from "../numerics/clip.ts"
import type { ArmValue, Statement } from "./arm-values.ts"
import { differenceInterval, type LiftInterval, liftInterval, type SharedErrors } from "./difference-interval.ts"

/** In the reward's own units. */
export interface RewardRange {
  readonly min: number
  readonly max: number
}

/** The leader's mean less another arm's; null where that arm has no release. */
export interface VerdictDifference {
  readonly arm: number
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  /**
   * The difference as a share of the other arm's mean; null where that may be 0 or less, and the
   * high end where it has none. With more than fifty arms it is given beside the fifty most likely
   * to be best.
   */
  readonly lift: number | null
  readonly liftLow: number | null
  readonly liftHigh: number | null
}

export function compareValues(
  arm: number,
  leader: number,
  values: readonly ArmValue[],
  statements: readonly Statement[],
  errors: readonly SharedErrors[],
  { min, max }: RewardRange,
  hasLift: boolean,
): VerdictDifference {
  const [{ mean: best }, { mean }] = [values[leader], values[arm]]
  const interval = intersectDifferences(
    statements,
    leader,
    arm,
    errors.map(({ end }) => end),
  )
  if (mean === null || best === null || interval === null)
    return { arm, difference: null, low: null, high: null, lift: null, liftLow: null, liftHigh: null }
  const range = max - min
  const [low, high] = interval
  const difference = clip(best - mean, low, high)
  const lift = hasLift ? intersectLifts(statements, leader, arm, errors, min / range) : null
  const base = mean + min / range
  return {
    arm,
    difference: range * difference,
    low: range * low,
    high: range * high,
    lift: lift === null || base <= 0 ? null : clip(difference / base, lift.low, lift.high ?? Number.MAX_VALUE),
    liftLow: lift?.low ?? null,
    liftHigh: lift?.high ?? null,
  }
}

/** The range that all statements leave for a difference; null where an arm has no release. */
export function intersectDifferences(
  statements: readonly Statement[],
  one: number,
  other: number,
  errors: readonly number[],
): readonly [low: number, high: number] | null {
  let found: readonly [number, number] | null = null
  for (const [place, { pairs }] of statements.entries()) {
    const [first, second] = [pairs[one], pairs[other]]
    if (first === null || second === null) return null
    const { low, high } = differenceInterval(first, second, errors[place])
    found = found === null ? [low, high] : intersect(found, [low, high])
  }
  return found
}

const readEnds = ({ low, high }: LiftInterval) => [low, high ?? Number.POSITIVE_INFINITY] as const

/** The same of the lift; null where no statement has one. */
function intersectLifts(
  statements: readonly Statement[],
  one: number,
  other: number,
  errors: readonly SharedErrors[],
  offset: number,
): LiftInterval | null {
  let found: LiftInterval | null = null
  for (const [place, { pairs, sums }] of statements.entries()) {
    const [first, second] = [pairs[one], pairs[other]]
    if (first === null || second === null) return null
    const lift = liftInterval([first, second], [sums[one], sums[other]], errors[place], offset)
    if (lift === null || found === null) {
      found ??= lift
      continue
    }
    const [before, now] = [found, lift].map(readEnds)
    const both = intersect(before, now)
    found = { low: both[0], high: both[1] === Number.POSITIVE_INFINITY ? null : both[1] }
  }
  return found
}

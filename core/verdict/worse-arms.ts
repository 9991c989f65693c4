// Which arms are surely worse than the control in the reward itself, by more than is worthwhile.

import { clip } from "../numerics/clip.ts"
import type { ArmValue, Statement } from "./arm-values.ts"
import { intersectDifferences, type RewardRange } from "./pair-difference.ts"

/** The arm's mean less the control's: below 0. */
export interface WorseArm {
  readonly arm: number
  readonly difference: number
  readonly low: number
  readonly high: number
}

interface WorseOptions {
  readonly control?: number
  readonly worthwhile: number
  readonly out?: ReadonlySet<number>
  readonly reward: RewardRange
}

/** Both ends of every difference share the error; after stops another arm may be the control. */
export function findWorseArms(
  values: readonly ArmValue[],
  statements: readonly Statement[],
  { control, worthwhile, out, reward }: WorseOptions,
  armCount: number,
): WorseArm[] {
  if (control === undefined || values[control].mean === null) return []
  const range = reward.max - reward.min
  const ends = { before: 2 * (armCount - 1), after: 2 * armCount * (armCount - 1) }
  const errors = statements.map(({ computeEndError }) => computeEndError(ends))
  const base = values[control].mean
  return values.flatMap(({ mean }, arm) => {
    if (arm === control || out?.has(arm) === true || mean === null || range * (base - mean) <= worthwhile) return []
    const interval = intersectDifferences(statements, arm, control, errors)
    if (interval === null || range * interval[1] >= -worthwhile) return []
    const [low, high] = interval
    return [{ arm, difference: range * clip(mean - base, low, high), low: range * low, high: range * high }]
  })
}

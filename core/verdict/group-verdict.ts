// The verdict of one group of people, from intervals of single arms. Pairs of arms, which multiply
// evidence, do not carry over: totals tell of a cell's rewards that are not released, and steer
// which cell is released next.

import { bisect } from "../numerics/bisect.ts"
import type { Cell } from "./context-cells.ts"
import type { ContextErrors, EndErrors } from "./context-errors.ts"
import type { RewardRange, VerdictDifference } from "./pair-difference.ts"
import { rankArms } from "./rank-arms.ts"
import type { Verdict, VerdictState } from "./verdict.ts"
import type { WorseArm } from "./worse-arms.ts"

/** Further input beside the cells of the group. */
export interface GroupSetting {
  readonly reward: RewardRange
  /** In the reward's units. */
  readonly worthwhile: number
  readonly errors: ContextErrors
  readonly error: number
  readonly out: ReadonlySet<number>
  readonly control?: number | undefined
}

/** From this certainty on a verdict leans. */
const leaning = 0.8
/** Certainties above this count as equal. */
const leastError = 1e-9

/** The verdict of the group whose arms have these cells. */
export function judgeGroup(cells: readonly Cell[], setting: GroupSetting): Verdict {
  const { reward, errors, out } = setting
  const { looks } = errors
  const range = reward.max - reward.min
  const units = (value: number): number => reward.min + range * value
  const arms = cells.map(({ mean, rewards, low, high }) => {
    if (mean === null) return { mean, low: null, high: null, probabilityBest: null, rewards }
    const [least, most] = [low(errors.own.low, looks), high(errors.own.high, looks)]
    const inside = Math.max(least, Math.min(most, mean))
    return {
      mean: units(inside),
      low: units(least),
      high: units(Math.max(least, most)),
      probabilityBest: null,
      rewards,
    }
  })
  const order = rankArms(arms, out)
  const [leader] = order
  const nothing = { order, arms, differences: [], worse: [], next: null, certainty: null }
  if (arms[leader].mean === null || out.has(leader))
    return { ...nothing, state: "no_answers", leader: null, recommended: null }
  const rivals = order.slice(1).filter((arm) => !out.has(arm))
  const lead = errors.lead(setting.error)
  const differences = order.slice(1).map((arm) => compareCells(arm, leader, { cells, lead, looks, reward }))
  const isClear = rivals.length > 0 && rivals.every((arm) => isAhead(cells[leader], cells[arm], lead, looks))
  const certainty = rivals.length === 0 ? null : findCertainty(cells, leader, rivals, errors)
  const next = rivals.length > 0 && arms[rivals[0]].mean !== null ? rivals[0] : null
  const state = (): VerdictState => {
    if (isClear) return "clear"
    if (isWithoutDifference(cells, [leader, ...rivals], setting.worthwhile / range, errors)) return "no_difference"
    return certainty !== null && certainty >= leaning ? "leaning" : "too_early"
  }
  const worse = findWorse(cells, setting)
  return { state: state(), leader, certainty, recommended: leader, arms, next, order, differences, worse }
}

const isAhead = (one: Cell, other: Cell, { low, high }: EndErrors, looks: number): boolean =>
  one.low(low, looks) > other.high(high, looks)

function compareCells(
  arm: number,
  leader: number,
  setting: {
    readonly cells: readonly Cell[]
    readonly lead: EndErrors
    readonly looks: number
    readonly reward: RewardRange
  },
): VerdictDifference {
  const { cells, lead, looks, reward } = setting
  const [one, other] = [cells[leader], cells[arm]]
  const noLift = { lift: null, liftLow: null, liftHigh: null }
  if (one.mean === null || other.mean === null) return { arm, difference: null, low: null, high: null, ...noLift }
  const range = reward.max - reward.min
  const [low, high] = [one.low(lead.low, looks), one.high(lead.high, looks)]
  const [otherLow, otherHigh] = [other.low(lead.low, looks), other.high(lead.high, looks)]
  const [least, most] = [low - otherHigh, Math.max(low - otherHigh, high - otherLow)]
  const difference = Math.max(least, Math.min(most, one.mean - other.mean))
  const base = reward.min / range
  const hasLift = otherLow + base > 0 && low + base >= 0
  return {
    arm,
    difference: range * difference,
    low: range * least,
    high: range * most,
    ...(hasLift
      ? {
          lift: difference / Math.max(other.mean + base, otherLow + base),
          liftLow: (low + base) / (otherHigh + base) - 1,
          liftHigh: (high + base) / (otherLow + base) - 1,
        }
      : noLift),
  }
}

/** One less the least error at which the leader is ahead of all rivals; null below one half. */
function findCertainty(
  cells: readonly Cell[],
  leader: number,
  rivals: readonly number[],
  errors: ContextErrors,
): number | null {
  const holds = (arm: number, error: number): boolean =>
    isAhead(cells[leader], cells[arm], errors.lead(error), errors.looks)
  let error = leastError
  for (const arm of rivals) {
    if (holds(arm, error)) continue
    if (!holds(arm, 0.5)) return null
    const [enough] = bisect(Math.log(0.5), Math.log(error), 14, (logError) => holds(arm, Math.exp(logError)))
    error = Math.exp(enough)
  }
  return 1 - error
}

/** At least two arms can still be best, and all of them are surely within `most` of each other. */
function isWithoutDifference(
  cells: readonly Cell[],
  [leader, ...rivals]: readonly number[],
  most: number,
  { all, looks }: ContextErrors,
): boolean {
  const least = cells[leader].low(all.low, looks)
  const race = [leader, ...rivals.filter((arm) => cells[arm].high(all.high, looks) > least - most)]
  if (race.length < 2 || race.some((arm) => cells[arm].mean === null)) return false
  return race.every((one) =>
    race.every((other) => one === other || cells[one].high(all.high, looks) - cells[other].low(all.low, looks) <= most),
  )
}

/** Running arms that are surely worse than the control by more than is worthwhile. */
function findWorse(cells: readonly Cell[], { control, worthwhile, out, reward, errors }: GroupSetting): WorseArm[] {
  if (control === undefined || cells[control].mean === null) return []
  const { all, looks } = errors
  const range = reward.max - reward.min
  const base = cells[control]
  return cells.flatMap((cell, arm) => {
    if (arm === control || out.has(arm) || cell.mean === null) return []
    const high = range * (cell.high(all.high, looks) - base.low(all.low, looks))
    if (high >= -worthwhile) return []
    const low = Math.min(high, range * (cell.low(all.low, looks) - base.high(all.high, looks)))
    const difference = range * (cell.mean - (base.mean ?? 0))
    return [{ arm, difference: Math.max(low, Math.min(high, difference)), low, high }]
  })
}

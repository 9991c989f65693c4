// What can be concluded from what was released: one state for all arms together, and the figures behind it in the reward's own
// units. A function of releases alone. "clear" and "no_difference" hold whenever one looks (verdict.md); "leaning" is a model's chance.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import type { ArmEvidence } from "./arm-evidence.ts"
import { type ArmFigures, figuresOf, onceForPair } from "./arm-figures.ts"
import { differenceInterval, liftInterval } from "./difference-interval.ts"

export type VerdictState = "no_answers" | "too_early" | "leaning" | "clear" | "guardrail" | "no_difference"

/** All in the reward's own units; null where the arm has no release. */
export interface VerdictArm {
  readonly mean: number | null
  /** Holds the mean with at least the stated confidence, for this arm at all looks together. */
  readonly low: number | null
  readonly high: number | null
  /** Given the releases, for Bernoulli rewards and uniform priors. */
  readonly probabilityBest: number | null
  readonly rewards: number
}

/** The leader's mean less another arm's; null where that arm has no release. */
export interface VerdictDifference {
  readonly arm: number
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  /**
   * The difference as a share of the other arm's mean; null where that may be 0 or less, and the high end where it has none. With more
   * than fifty arms it is given beside the fifty most likely to be best.
   */
  readonly lift: number | null
  readonly liftLow: number | null
  readonly liftHigh: number | null
}

export interface Verdict {
  readonly state: VerdictState
  /** The arm most likely to be best; null before the first release, and where an algorithm has no estimates. */
  readonly leader: number | null
  /** The leader, or the arm decided most where an algorithm has no estimates; null without a release. */
  readonly recommended: number | null
  readonly arms: readonly VerdictArm[]
  readonly differences: readonly VerdictDifference[]
}

export interface VerdictOptions {
  readonly reward: { readonly min: number; readonly max: number }
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
  readonly confidence?: number
  /** Whether another outcome is surely worse with the leader than with some other arm. */
  readonly harmed?: boolean
}

/** So many arms have a lift at most: of a thousand, few are of interest. Arms that are surely not best, with a chance of 0, have none. */
const LIFTED = 50

/** From this chance of being best on a verdict leans. */
const LEANING = 0.8

export function verdictOf(algorithm: Algorithm, state: AlgorithmState, options: VerdictOptions): Verdict {
  const { reward, worthwhile, confidence = 0.95, harmed = false } = options
  const range = reward.max - reward.min
  if (!(range > 0 && range < Number.POSITIVE_INFINITY))
    throw new ArmisticeError("invalid_parameter", `reward must have min < max, got ${reward.min} and ${reward.max}`)
  if (!(worthwhile >= 0))
    throw new ArmisticeError("invalid_parameter", `worthwhile must be at least 0, got ${worthwhile}`)
  if (!(confidence > 0 && confidence < 1))
    throw new ArmisticeError("invalid_parameter", `confidence must be in (0, 1), got ${confidence}`)
  const figures = figuresOf(algorithm, state, confidence)
  if (figures === null) return withoutEstimates(state)
  if (figures.arms.every(({ mean }) => mean === null))
    return { ...withoutEstimates(state), state: "no_answers", recommended: null }

  const { chances } = figures
  // An arm of which nothing is known yet leads nowhere, however likely it is to be best.
  const known = chances.map((chance, arm) => (figures.arms[arm].mean === null ? -1 : chance))
  const leader = known.indexOf(Math.max(...known))
  const arms = figures.arms.map((arm, place) => inUnits(arm, chances[place], reward))
  const error = (1 - confidence) / arms.length
  const differences: VerdictDifference[] = []
  const least = arms.length <= LIFTED ? -1 : chances.toSorted((one, other) => other - one)[LIFTED]
  const asked = `${error} ${reward.min} ${reward.max}`
  for (const arm of arms.keys())
    if (arm !== leader) {
      const hasLift = chances[arm] > least
      const question = hasLift ? asked : `no ${asked}`
      const answer = (one: ArmFigures, other: ArmFigures) => differenceOf(arm, one, other, error, reward, hasLift)
      differences.push(onceForPair(figures, [leader, arm], question, answer))
    }
  const isClear = differences.every(({ low }) => low !== null && low > 0)
  const isLeaning = chances[leader] >= LEANING
  const decided = (): VerdictState => {
    if (harmed && (isClear || isLeaning)) return "guardrail"
    if (isClear) return "clear"
    if (isWithoutDifference(figures.arms, leader, worthwhile / range, confidence)) return "no_difference"
    return isLeaning ? "leaning" : "too_early"
  }
  return { state: decided(), leader, recommended: leader, arms, differences }
}

/** Algorithms that tell no means: what they chose most often is all there is to recommend. */
function withoutEstimates({ decided }: AlgorithmState): Verdict {
  const most = Math.max(...decided)
  const nothing = { mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }
  return {
    state: most === 0 ? "no_answers" : "too_early",
    leader: null,
    recommended: most === 0 ? null : decided.indexOf(most),
    arms: decided.map(() => nothing),
    differences: [],
  }
}

function inUnits(
  { mean, low, high, rewards }: ArmFigures,
  probabilityBest: number,
  { min, max }: VerdictOptions["reward"],
): VerdictArm {
  if (mean === null) return { mean, low: null, high: null, probabilityBest: null, rewards }
  const units = (value: number): number => min + (max - min) * value
  return { mean: units(mean), low: units(low), high: units(high), probabilityBest, rewards }
}

function differenceOf(
  arm: number,
  leader: ArmFigures,
  other: ArmFigures,
  error: number,
  { min, max }: VerdictOptions["reward"],
  hasLift: boolean,
): VerdictDifference {
  const { evidence: one, mean: best } = leader
  const { evidence: another, mean } = other
  if (mean === null || best === null || one === null || another === null)
    return { arm, difference: null, low: null, high: null, lift: null, liftLow: null, liftHigh: null }
  const range = max - min
  const { low, high } = differenceInterval(one, another, error)
  const difference = within(best - mean, low, high)
  const lift = hasLift ? liftInterval([one, another], [leader.sum, other.sum], error, min / range) : null
  const base = mean + min / range
  return {
    arm,
    difference: range * difference,
    low: range * low,
    high: range * high,
    lift: lift === null || base <= 0 ? null : within(difference / base, lift.low, lift.high ?? Number.MAX_VALUE),
    liftLow: lift?.low ?? null,
    liftHigh: lift?.high ?? null,
  }
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** At least two arms in the race, and every pair of them surely within `most` of each other. */
function isWithoutDifference(arms: readonly ArmFigures[], leader: number, most: number, confidence: number): boolean {
  const least = arms[leader].low - most
  const race: ArmEvidence[] = []
  for (const { high, mean, evidence } of arms) {
    if (high <= least) continue
    // An arm of which nothing is known may be anywhere; and what is not within reach now is not surely so.
    if (evidence === null || Math.abs((mean ?? 0) - (arms[leader].mean ?? 0)) > most) return false
    race.push(evidence)
  }
  if (race.length < 2) return false
  const error = (1 - confidence) / (arms.length * (arms.length - 1))
  return race.every((one, place) =>
    race.slice(place + 1).every((other) => {
      const { low, high } = differenceInterval(one, other, error)
      return low >= -most && high <= most
    }),
  )
}

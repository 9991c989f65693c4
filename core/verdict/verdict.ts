// What can be concluded from what was released: one state for all arms together, and the figures behind it in the reward's own
// units. A function of releases alone, and everything but the chance of being best holds whenever one looks (verdict.md).

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import { checkSilence, intersect, type Silence } from "../estimates/silence.ts"
import { onceForPair } from "./arm-figures.ts"
import { type ArmValue, type Statement, valuesOf } from "./arm-values.ts"
import { differenceInterval, evidenceOfLead, type LiftInterval, liftInterval } from "./difference-interval.ts"

export type VerdictState = "no_answers" | "too_early" | "leaning" | "clear" | "guardrail" | "no_difference"

/** All in the reward's own units, of the value where silence is worth something; null where the arm has no release. */
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
  /**
   * How sure it is that the leader is better than every other arm: a false claim of at least this certainty, at any look, has at most the
   * chance 1 - certainty. Null below one half, where there is nothing to say.
   */
  readonly certainty: number | null
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
  /**
   * Compare what a decision is worth, silence included, and not the means of those who answer; `missing` in the reward's units. The chance
   * of being best then takes the shares of answers for known.
   */
  readonly silence?: Silence
}

/** So many arms have a lift at most: of a thousand, few are of interest. Arms that are surely not best, with a chance of 0, have none. */
const LIFTED = 50

/** From this certainty on a verdict leans: of experiments whose arms are all alike, at most a fifth ever does. */
const LEANING = 0.8

export function verdictOf(algorithm: Algorithm, state: AlgorithmState, options: VerdictOptions): Verdict {
  const { reward, worthwhile, confidence = 0.95, harmed = false, silence } = options
  const range = reward.max - reward.min
  if (!(range > 0 && range < Number.POSITIVE_INFINITY))
    throw new ArmisticeError("invalid_parameter", `reward must have min < max, got ${reward.min} and ${reward.max}`)
  if (!(worthwhile >= 0))
    throw new ArmisticeError("invalid_parameter", `worthwhile must be at least 0, got ${worthwhile}`)
  if (!(confidence > 0 && confidence < 1))
    throw new ArmisticeError("invalid_parameter", `confidence must be in (0, 1), got ${confidence}`)
  const unitSilence =
    silence === undefined ? undefined : { ...silence, missing: (silence.missing - reward.min) / range }
  if (silence !== undefined) checkSilence(silence, state.decided.length, reward.min, reward.max)
  const found = valuesOf(algorithm, state, confidence, unitSilence)
  if (found === null) return withoutEstimates(state)
  const { figures, values, chances, statements } = found
  if (values.every(({ mean }) => mean === null))
    return { ...withoutEstimates(state), state: "no_answers", recommended: null }

  // An arm of which nothing is known yet leads nowhere, however likely it is to be best.
  const known = chances.map((chance, arm) => (values[arm].mean === null ? -1 : chance))
  const leader = known.indexOf(Math.max(...known))
  const arms = values.map((arm, place) => inUnits(arm, chances[place], reward))
  const differences: VerdictDifference[] = []
  const least = arms.length <= LIFTED ? -1 : chances.toSorted((one, other) => other - one)[LIFTED]
  const errors = statements.map(({ errorOf }) => errorOf(arms.length))
  for (const arm of arms.keys())
    if (arm !== leader) {
      const hasLift = chances[arm] > least
      const beside = statements.map(({ pairs, sums }) =>
        [leader, arm].map((one) => [pairs[one]?.silence, sums[one].others]),
      )
      const question = JSON.stringify([hasLift, errors, reward.min, reward.max, beside])
      const answer = () => differenceOf(arm, leader, values, statements, errors, reward, hasLift)
      differences.push(onceForPair(figures, [leader, arm], question, answer))
    }
  const isClear = differences.every(({ low }) => low !== null && low > 0)
  const certainty = certaintyOf(statements, leader, chances)
  const isLeaning = certainty !== null && certainty >= LEANING
  const decided = (): VerdictState => {
    if (harmed && (isClear || isLeaning)) return "guardrail"
    if (isClear) return "clear"
    if (isWithoutDifference(values, statements, leader, worthwhile / range)) return "no_difference"
    return isLeaning ? "leaning" : "too_early"
  }
  return { state: decided(), leader, certainty, recommended: leader, arms, differences }
}

/** The arm most likely to be best after the leader; of arms that are as likely, the one that did best. */
export function nextBest({ arms, differences }: Verdict): VerdictDifference | null {
  const chance = ({ arm }: VerdictDifference): number => arms[arm].probabilityBest ?? -1
  const behind = ({ difference }: VerdictDifference): number => difference ?? Number.POSITIVE_INFINITY
  let best: VerdictDifference | null = null
  for (const one of differences)
    if (best === null || chance(one) > chance(best) || (chance(one) === chance(best) && behind(one) < behind(best)))
      best = one
  return best
}

/** Against every other arm, by whichever statement says most; those most likely to be better are asked first, as one is enough to say no. */
function certaintyOf(statements: readonly Statement[], leader: number, chances: readonly number[]): number | null {
  const rivals = [...chances.keys()].filter((arm) => arm !== leader)
  rivals.sort((one, other) => chances[other] - chances[one])
  let error = 0
  for (const arm of rivals) {
    const errors = statements.map(({ pairs, totalError }) => {
      const [one, other] = [pairs[leader], pairs[arm]]
      return one === null || other === null ? 1 : totalError(evidenceOfLead(one, other), chances.length)
    })
    error = Math.max(error, Math.min(...errors))
    if (error > 1 / 2) return null
  }
  return 1 - error
}

/** Algorithms that tell no means: what they chose most often is all there is to recommend. */
function withoutEstimates({ decided }: AlgorithmState): Verdict {
  const most = Math.max(...decided)
  const nothing = { mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }
  return {
    state: most === 0 ? "no_answers" : "too_early",
    leader: null,
    certainty: null,
    recommended: most === 0 ? null : decided.indexOf(most),
    arms: decided.map(() => nothing),
    differences: [],
  }
}

function inUnits(
  { mean, low, high, rewards }: ArmValue,
  probabilityBest: number,
  { min, max }: VerdictOptions["reward"],
): VerdictArm {
  if (mean === null) return { mean, low: null, high: null, probabilityBest: null, rewards }
  const units = (value: number): number => min + (max - min) * value
  return { mean: units(mean), low: units(low), high: units(high), probabilityBest, rewards }
}

function differenceOf(
  arm: number,
  leader: number,
  values: readonly ArmValue[],
  statements: readonly Statement[],
  errors: readonly number[],
  { min, max }: VerdictOptions["reward"],
  hasLift: boolean,
): VerdictDifference {
  const [{ mean: best }, { mean }] = [values[leader], values[arm]]
  const interval = differenceIn(statements, leader, arm, errors)
  if (mean === null || best === null || interval === null)
    return { arm, difference: null, low: null, high: null, lift: null, liftLow: null, liftHigh: null }
  const range = max - min
  const [low, high] = interval
  const difference = within(best - mean, low, high)
  const lift = hasLift ? liftIn(statements, leader, arm, errors, min / range) : null
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

/** What all statements leave of the difference of two values; null where an arm has no release. */
function differenceIn(
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

const endsOf = ({ low, high }: LiftInterval) => [low, high ?? Number.POSITIVE_INFINITY] as const

/** The same of the lift; null where no statement has one. */
function liftIn(
  statements: readonly Statement[],
  one: number,
  other: number,
  errors: readonly number[],
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
    const [before, now] = [found, lift].map(endsOf)
    const both = intersect(before, now)
    found = { low: both[0], high: both[1] === Number.POSITIVE_INFINITY ? null : both[1] }
  }
  return found
}

/** At least two arms in the race, and every pair of them surely within `most` of each other. */
function isWithoutDifference(
  arms: readonly ArmValue[],
  statements: readonly Statement[],
  leader: number,
  most: number,
): boolean {
  const least = arms[leader].low - most
  const race: number[] = []
  for (const [arm, { high, mean }] of arms.entries()) {
    if (high <= least) continue
    // An arm of which nothing is known may be anywhere; and what is not within reach now is not surely so.
    if (mean === null || Math.abs(mean - (arms[leader].mean ?? 0)) > most) return false
    race.push(arm)
  }
  if (race.length < 2) return false
  const errors = statements.map(({ errorOf }) => errorOf(arms.length * (arms.length - 1)))
  return race.every((one, place) =>
    race.slice(place + 1).every((other) => {
      const interval = differenceIn(statements, one, other, errors)
      return interval !== null && interval[0] >= -most && interval[1] <= most
    }),
  )
}

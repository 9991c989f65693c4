// The verdict on the releases: one state for all arms together, and the figures behind it in the
// reward's own units. A function of releases alone, and everything but the chance of being best
// holds whenever one looks (verdict.md).

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { checkSilence, type Silence } from "../estimates/silence.ts"
import { rememberPair } from "./arm-figures.ts"
import { type ArmValue, computeArmValues, type Ends, type Statement, type Values } from "./arm-values.ts"
import { checkVerdictOptions } from "./check-options.ts"
import { computeLeadEvidence } from "./difference-interval.ts"
import { compareValues, intersectDifferences, type VerdictDifference } from "./pair-difference.ts"
import { rankArms } from "./rank-arms.ts"
import type { Stops } from "./stop-error.ts"
import { findWorseArms, type WorseArm } from "./worse-arms.ts"

/** The conclusion in one word. */
export type VerdictState = "no_answers" | "too_early" | "leaning" | "clear" | "guardrail" | "no_difference"

/** In the reward's units; values where silence is worth something. Null without a release. */
export interface VerdictArm {
  readonly mean: number | null
  /** Holds the mean with at least the stated confidence, for this arm at all looks together. */
  readonly low: number | null
  readonly high: number | null
  /** Given the releases, for Bernoulli rewards and uniform priors. */
  readonly probabilityBest: number | null
  readonly rewards: number
}

/** The conclusion and the figures behind it. */
export interface Verdict {
  readonly state: VerdictState
  /** The first in order of the arms that are not stopped; null where there are no estimates. */
  readonly leader: number | null
  /**
   * How sure it is that the leader is better than every other arm: a false claim of at least this
   * certainty, at any look, has at most the chance 1 - certainty. Null below one half, where there
   * is nothing to say.
   */
  readonly certainty: number | null
  /** The leader, or without estimates the arm decided most; null without a release. */
  readonly recommended: number | null
  readonly arms: readonly VerdictArm[]
  /** The arm after the leader, of those that are not stopped and have figures; null: none. */
  readonly next: number | null
  /** All arms from the best on (`rankArms`). */
  readonly order: readonly number[]
  readonly differences: readonly VerdictDifference[]
  /** Running arms surely worse than the control, all with the stated confidence together. */
  readonly worse: readonly WorseArm[]
}

/** The units of the reward, the least difference that matters and the confidence of a verdict. */
export interface VerdictOptions {
  readonly reward: { readonly min: number; readonly max: number }
  /** The least difference that matters, in the reward's units. */
  readonly worthwhile: number
  readonly confidence?: number
  /** Whether another outcome is surely worse with the leader than with some other arm. */
  readonly harmed?: boolean
  /**
   * Compare what a decision is worth, silence included, and not the means of those who answer;
   * `missing` in the reward's units. The chance of being best then takes the shares of answers for
   * known.
   */
  readonly silence?: Silence
  /** The most arms that there can ever be, which share the error; left out: those there are. */
  readonly armCount?: number
  /** Arms that are stopped: they keep their figures, but none leads, and none is a rival. */
  readonly out?: ReadonlySet<number>
  /** Stops so far, in an experiment in which arms may be stopped; left out: they cannot be. */
  readonly stops?: Stops
  /** The arm that others are compared with; left out: none is called worse. */
  readonly control?: number
  /** The horizon that the experiment began with, where it was extended. */
  readonly planned?: number
}

/** Only so many arms have a lift, and none with a chance of 0: few of a thousand matter. */
const LIFTED = 50

/** From this certainty on a verdict leans; of equal arms at most a fifth ever does. */
const LEANING = 0.8

/**
 * Concludes from the releases of an experiment so far.
 *
 * @example
 * const options = { reward: { min: 0, max: 1 }, worthwhile: 0.02 }
 * const verdict = computeVerdict(algorithm, state, options)
 * if (verdict.state === "clear") console.log(`arm ${verdict.leader} is best`)
 */
export function computeVerdict(algorithm: Algorithm, state: AlgorithmState, options: VerdictOptions): Verdict {
  const { reward, worthwhile, confidence = 0.95, harmed = false, silence, out = new Set(), stops, planned } = options
  const range = checkVerdictOptions(options, confidence)
  const unitSilence =
    silence === undefined ? undefined : { ...silence, missing: (silence.missing - reward.min) / range }
  if (silence !== undefined) checkSilence(silence, state.decided.length, reward.min, reward.max)
  const armCount = Math.max(options.armCount ?? 0, state.decided.length)
  const found = computeArmValues(algorithm, state, { confidence, armCount, silence: unitSilence, stops, planned })
  if (found === null) return withoutEstimates(state, out)
  const { values, chances, statements } = found
  const arms = values.map((arm, place) => convertToUnits(arm, chances[place], reward))
  const order = rankArms(arms, out)
  const [leader] = order
  // The leader needs an estimate.
  if (arms[leader].mean === null) return { ...withoutEstimates(state, out), state: "no_answers", recommended: null }

  const differences = compareWithLeader(found, leader, armCount, reward)
  const rivals = order.slice(1).filter((arm) => !out.has(arm))
  const certainty = rivals.length === 0 ? null : computeCertainty(statements, leader, rivals, armCount)
  const isRival = new Set(rivals)
  const isClear =
    rivals.length > 0 && differences.every(({ arm, low }) => !isRival.has(arm) || (low !== null && low > 0))
  const isLeaning = certainty !== null && certainty >= LEANING
  const decided = (): VerdictState => {
    if (harmed && (isClear || isLeaning)) return "guardrail"
    if (isClear) return "clear"
    if (isWithoutDifference(values, statements, [leader, ...rivals], worthwhile / range, armCount))
      return "no_difference"
    return isLeaning ? "leaning" : "too_early"
  }
  const next = rivals.length > 0 && arms[rivals[0]].mean !== null ? rivals[0] : null
  const worse = findWorseArms(values, statements, options, armCount)
  return { state: decided(), leader, certainty, recommended: leader, arms, next, order, differences, worse }
}

/** The leader's differences to all other arms; pairs without news are not computed again. */
function compareWithLeader(
  { figures, values, chances, statements }: Values,
  leader: number,
  armCount: number,
  reward: VerdictOptions["reward"],
): VerdictDifference[] {
  const least = values.length <= LIFTED ? -1 : chances.toSorted((one, other) => other - one)[LIFTED]
  const { before, after } = endsOfLead(armCount)
  const errors = statements.map(({ computeEndError }) => ({
    end: computeEndError({ before, after }),
    third: computeEndError({ before: 3 * before, after: 3 * after }),
  }))
  const others = [...values.keys()].filter((arm) => arm !== leader)
  return others.map((arm) => {
    const hasLift = chances[arm] > least
    const beside = statements.map(({ pairs, sums }) =>
      [leader, arm].map((one) => [pairs[one]?.silence, sums[one].others]),
    )
    const question = JSON.stringify([hasLift, errors, reward.min, reward.max, beside])
    const answer = () => compareValues(arm, leader, values, statements, errors, reward, hasLift)
    return rememberPair(figures, [leader, arm], question, answer)
  })
}

/** One end for each arm: a false lead is over a best arm. After stops any two may be left. */
const endsOfLead = (armCount: number): Ends => ({ before: armCount, after: armCount * (armCount - 1) })

/** Against every rival, by the strongest statement; the best rivals are asked first. */
function computeCertainty(
  statements: readonly Statement[],
  leader: number,
  rivals: readonly number[],
  armCount: number,
): number | null {
  let error = 0
  for (const arm of rivals) {
    const errors = statements.map(({ pairs, totalError }) => {
      const [one, other] = [pairs[leader], pairs[arm]]
      return one === null || other === null ? 1 : totalError(computeLeadEvidence(one, other), endsOfLead(armCount))
    })
    error = Math.max(error, Math.min(...errors))
    if (error > 1 / 2) return null
  }
  return 1 - error
}

/** Algorithms that tell no means: what they chose most often is all there is to recommend. */
function withoutEstimates({ decided }: AlgorithmState, out: ReadonlySet<number>): Verdict {
  const running = decided.map((count, arm) => (out.has(arm) ? -1 : count))
  const most = Math.max(...running)
  const arms = decided.map(() => ({ mean: null, low: null, high: null, probabilityBest: null, rewards: 0 }))
  return {
    state: most <= 0 ? "no_answers" : "too_early",
    leader: null,
    certainty: null,
    recommended: most <= 0 ? null : running.indexOf(most),
    arms,
    next: null,
    order: rankArms(arms, out),
    differences: [],
    worse: [],
  }
}

function convertToUnits(
  { mean, low, high, rewards }: ArmValue,
  probabilityBest: number,
  { min, max }: VerdictOptions["reward"],
): VerdictArm {
  if (mean === null) return { mean, low: null, high: null, probabilityBest: null, rewards }
  const units = (value: number): number => min + (max - min) * value
  return { mean: units(mean), low: units(low), high: units(high), probabilityBest, rewards }
}

/** At least two arms in the race, and every pair of them surely within `most` of each other. */
function isWithoutDifference(
  arms: readonly ArmValue[],
  statements: readonly Statement[],
  [leader, ...rivals]: readonly number[],
  most: number,
  armCount: number,
): boolean {
  const least = arms[leader].low - most
  const race = [leader]
  for (const arm of rivals) {
    const { high, mean } = arms[arm]
    if (high <= least) continue
    // An arm without an estimate may be anywhere.
    if (mean === null || Math.abs(mean - (arms[leader].mean ?? 0)) > most) return false
    race.push(arm)
  }
  if (race.length < 2) return false
  const pairs = armCount * (armCount - 1)
  const errors = statements.map(({ computeEndError }) => computeEndError({ before: pairs, after: pairs }))
  return race.every((one, place) =>
    race.slice(place + 1).every((other) => {
      const interval = intersectDifferences(statements, one, other, errors)
      return interval !== null && interval[0] >= -most && interval[1] <= most
    }),
  )
}

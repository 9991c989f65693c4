// What can be concluded from what was released: one state for all arms together, and the figures behind it in the reward's own
// units. A function of releases alone. "clear" and "no_difference" hold whenever one looks (verdict.md); "leaning" is a model's chance.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import { estimatesOf } from "../estimates/estimates.ts"
import { type ReleasedSum, releasedSums } from "../estimates/released-sums.ts"
import { type ArmEvidence, armEvidence } from "./arm-evidence.ts"
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
  /** The difference as a share of the other arm's mean; null where that may be 0 or less, and the high end where it has none. */
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

/** From this chance of being best on a verdict leans. */
const LEANING = 0.8

export function verdictOf(algorithm: Algorithm, state: AlgorithmState, options: VerdictOptions): Verdict {
  const { reward, worthwhile, confidence = 0.95, harmed = false } = options
  const range = reward.max - reward.min
  if (!(range > 0 && range < Number.POSITIVE_INFINITY))
    throw new ArmisticeError("invalid_parameter", `reward must have min < max, got ${reward.min} and ${reward.max}`)
  if (!(worthwhile >= 0))
    throw new ArmisticeError("invalid_parameter", `worthwhile must be at least 0, got ${worthwhile}`)
  const sums = releasedSums(algorithm, state)
  const estimates = estimatesOf(algorithm, state, { confidence })
  if (sums === null || estimates === null) return withoutEstimates(state)
  if (estimates.arms.every(({ mean }) => mean === null))
    return { ...withoutEstimates(state), state: "no_answers", recommended: null }

  const units = (mean: number): number => reward.min + range * mean
  const arms = estimates.arms.map(({ mean, low, high, rewards }, arm): VerdictArm => {
    if (mean === null) return { mean, low: null, high: null, probabilityBest: null, rewards }
    return {
      mean: units(mean),
      low: units(low),
      high: units(high),
      probabilityBest: estimates.probabilityBest[arm],
      rewards,
    }
  })
  const leader = estimates.recommended
  const evidence = sums.map(armEvidence)
  const error = (1 - confidence) / sums.length
  const differences: VerdictDifference[] = []
  for (const arm of sums.keys())
    if (arm !== leader) differences.push(differenceOf([leader, arm], arms, sums, evidence, error, reward))
  const isClear = differences.every(({ low }) => low !== null && low > 0)
  const isLeaning = estimates.probabilityBest[leader] >= LEANING
  const decided = (): VerdictState => {
    if (harmed && (isClear || isLeaning)) return "guardrail"
    if (isClear) return "clear"
    if (isWithoutDifference(arms, evidence, leader, { ...options, confidence })) return "no_difference"
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

function differenceOf(
  [leader, arm]: readonly [number, number],
  arms: readonly VerdictArm[],
  sums: readonly ReleasedSum[],
  evidence: readonly (ArmEvidence | null)[],
  error: number,
  { min, max }: VerdictOptions["reward"],
): VerdictDifference {
  const [best, mean] = [arms[leader].mean, arms[arm].mean]
  const [one, other] = [evidence[leader], evidence[arm]]
  if (mean === null || best === null || one === null || other === null)
    return { arm, difference: null, low: null, high: null, lift: null, liftLow: null, liftHigh: null }
  const range = max - min
  const { low, high } = differenceInterval(one, other, error)
  const difference = within(best - mean, range * low, range * high)
  const lift = liftInterval([one, other], [sums[leader], sums[arm]], error, min / range)
  return {
    arm,
    difference,
    low: range * low,
    high: range * high,
    lift: lift === null || mean <= 0 ? null : within(difference / mean, lift.low, lift.high ?? Number.MAX_VALUE),
    liftLow: lift?.low ?? null,
    liftHigh: lift?.high ?? null,
  }
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** At least two arms in the race, and every pair of them surely within what is worthwhile. */
function isWithoutDifference(
  arms: readonly VerdictArm[],
  evidence: readonly (ArmEvidence | null)[],
  leader: number,
  { reward, worthwhile, confidence }: VerdictOptions & { readonly confidence: number },
): boolean {
  const least = (arms[leader].low ?? reward.min) - worthwhile
  const race: ArmEvidence[] = []
  for (const [arm, { high, mean }] of arms.entries()) {
    if ((high ?? reward.max) <= least) continue
    const found = evidence[arm]
    // An arm of which nothing is known may be anywhere; and means farther apart than that are not surely within it.
    if (found === null || Math.abs((mean ?? 0) - (arms[leader].mean ?? 0)) > worthwhile) return false
    race.push(found)
  }
  if (race.length < 2) return false
  const error = (1 - confidence) / (arms.length * (arms.length - 1))
  const most = worthwhile / (reward.max - reward.min)
  return race.every((one, place) =>
    race.slice(place + 1).every((other) => {
      const { low, high } = differenceInterval(one, other, error)
      return low >= -most && high <= most
    }),
  )
}

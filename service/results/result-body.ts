// The result of a segment's releases: computed once after a release, and stored as JSON.

import { computeVerdict, type Silence, type Verdict } from "@armistice/core"
import type { ContextVerdict } from "@armistice/core/context"
import { provedInterval, readReleasedSums, readReleasedValue } from "@armistice/core/estimates"
import { getMaxArms, getWorthwhile, hasMetrics } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { computeMetricResults, type MetricResult } from "../metrics/metric-results.ts"
import { judgeGroups, summariseGroups } from "./context-result.ts"

export const resultLevel = 0.95

/** The body of a current result: everything in the reward's own units, arms by number. */
export interface CurrentResultBody {
  /** With context the state of all groups together, without figures of arms. */
  readonly verdict: Verdict
  /** With context only: what is known of groups; null where nothing is released of them. */
  readonly context?: ContextVerdict | null
  readonly metrics: readonly MetricResult[]
  /** Nearly every answer is the largest value: perhaps only successes are sent. */
  readonly nearlyAllLargest: boolean
  /** The same of the smallest value. */
  readonly nearlyAllSmallest: boolean
}

/** Arms with which a metric is surely worse than with the control, by more than its margin. */
export const listHarms = (metrics: readonly MetricResult[]): { readonly arm: string; readonly metric: string }[] =>
  metrics.flatMap(({ name, differences }) =>
    differences.filter(({ state }) => state === "worse").map(({ arm }) => ({ arm, metric: name })),
  )

/** The body of a result. */
export interface ResultBody {
  readonly recommended: number | null
  /** Decisions so far that are learned from, of all arms. */
  readonly decisions: number
  readonly released: Released
  readonly arms: readonly ResultArm[]
}

/** A release: `value` is the noisy sum of all that the arm has released, in rewards from 0 to 1. */
export interface Released {
  readonly metric?: string
  readonly arm: number
  /** With context: which sum it is; 0: the total. */
  readonly coordinate?: number
  readonly count: number
  readonly value: number | null
}

export interface ResultArm {
  readonly arm: number
  readonly decisions: number
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  readonly probabilityBest: number | null
}

/** With more arms, a result stores those most likely to be best and the released one. */
const mostArms = 50

export function createCurrentResultBody(live: LiveExperiment, segment: string): CurrentResultBody {
  if (live.algorithm.context !== undefined) return contextResultBody(live, segment)
  const { experiment, algorithm } = live
  const silence = countSilence(live, segment)
  const options = {
    reward: experiment.reward,
    worthwhile: getWorthwhile(experiment),
    confidence: resultLevel,
    ...(silence === undefined ? {} : { silence }),
    ...armOptions(live),
  }
  const { state } = live.segment(segment)
  const verdict = computeVerdict(algorithm, state, options)
  const metrics = computeMetricResults(live, segment, resultLevel)
  // Harm does not change the leader, so a second verdict is needed only where the leader harms.
  const leader = live.armNameOrNull(verdict.leader)
  const harmed = listHarms(metrics).some(({ arm }) => arm === leader)
  return {
    verdict: harmed ? computeVerdict(algorithm, state, { ...options, harmed }) : verdict,
    metrics,
    ...nearlyEqualAnswers(live, segment),
  }
}

function contextResultBody(live: LiveExperiment, segment: string): CurrentResultBody {
  const context = judgeGroups(live, segment, resultLevel)
  return {
    verdict: summariseGroups(context, live),
    context,
    metrics: computeMetricResults(live, segment, resultLevel).map(withoutComparison),
    nearlyAllLargest: false,
    nearlyAllSmallest: false,
  }
}

/** A metric's difference would say more about the people of each arm than about arms. */
const withoutComparison = ({ name, arms, differences }: MetricResult): MetricResult => ({
  name,
  arms,
  differences: differences.map(({ arm }) => ({ arm, difference: null, low: null, high: null, state: "unknown" })),
})

/** Public facts about stopped and added arms and about an extension. */
function armOptions({ experiment, arms, algorithm, control }: LiveExperiment) {
  const isWatched = hasMetrics(experiment)
  const isExtended = arms.horizon !== null && algorithm.parameters.horizon !== undefined
  return {
    control,
    out: arms.stoppedNumbers(),
    armCount: getMaxArms(experiment),
    stops: { count: arms.stops, isWatched },
    ...(isExtended ? { planned: experiment.horizon } : {}),
  }
}

/**
 * Public counts of silent decisions, where silence has a value and did not join. Intervals need a
 * prefix of an arm's decisions that are all settled: those whose windows are over, or all when last
 * none was open. After a stop the latter are no prefix, since answers may have decided its time,
 * and only estimates use them.
 */
function countSilence(live: LiveExperiment, segment: string): Silence | undefined {
  const { missing } = live.experiment
  if (!live.learning.joinsOnArrival || missing === "ignore") return undefined
  const over = live.counts.overall(segment)
  const { known, knownBefore, atRelease } = live.segment(segment)
  const whenOver = known.map((_, arm) => ({
    decided: over.decided[arm] as number,
    answered: over.answered[arm] as number,
  }))
  const more = (one: AnswerCount, other: AnswerCount) => (one.decided > other.decided ? one : other)
  const counted = known.map((one, arm) => {
    const ended = whenOver[arm] as AnswerCount
    return live.arms.rewardsUpTo[arm] === 0 ? more(one, ended) : ended
  })
  const estimated = known.map((one, arm) => {
    const before = knownBefore[arm] as AnswerCount
    const all = { decided: before.decided + one.decided, answered: before.answered + one.answered }
    return more(all, whenOver[arm] as AnswerCount)
  })
  return {
    missing,
    ...byArm(counted),
    estimatedFrom: byArm(estimated),
    atRelease: {
      decided: atRelease.map(({ decided }) => decided),
      silent: atRelease.map(({ silent }) => silent),
    },
  }
}

interface AnswerCount {
  readonly decided: number
  readonly answered: number
}

const byArm = (counts: readonly AnswerCount[]) => ({
  decided: counts.map(({ decided }) => decided),
  answered: counts.map(({ answered }) => answered),
})

/** Few successes are usual, so the second bound is stricter. */
const nearlyLargest = 0.95
const nearlySmallest = 0.01

/** Whether every arm's interval lies beyond a bound. */
function nearlyEqualAnswers(live: LiveExperiment, segment: string) {
  const sums = live.experiment.answers === "all" ? readReleasedSums(live.algorithm, live.segment(segment).state) : null
  const intervals = sums?.map((sum) => provedInterval(sum, resultLevel)) ?? []
  const all = (isThere: (interval: readonly [number, number]) => boolean) =>
    intervals.length > 0 && intervals.every(isThere)
  return {
    nearlyAllLargest: all(([low]) => low > nearlyLargest),
    nearlyAllSmallest: all(([, high]) => high < nearlySmallest),
  }
}

/** Returns a function that makes the body of one release from what all releases share. */
export function resultBodies(verdict: Verdict, decided: readonly number[]): (released: Released) => ResultBody {
  const decisions = decided.reduce((sum, count) => sum + count, 0)
  const arms = verdict.arms.map(({ mean, low, high, probabilityBest }, index): ResultArm => {
    return { arm: index, decisions: decided[index] as number, mean, low, high, probabilityBest }
  })
  const chance = ({ probabilityBest }: ResultArm) => probabilityBest ?? -1
  const likely = new Set(
    arms.length <= mostArms ? arms : [...arms].sort((one, other) => chance(other) - chance(one)).slice(0, mostArms),
  )
  return (released) => ({
    recommended: verdict.recommended,
    decisions,
    released,
    arms: arms.filter((one) => likely.has(one) || one.arm === released.arm),
  })
}

/** The value that the release of a ledger entry released; to be called right after it. */
export function readRelease(live: LiveExperiment, entry: LedgerEntry): Released {
  const { metric, segment, arm, count, coordinate } = entry
  // With context a released sum weighs rewards by their batch, so it is no sum of rewards.
  if (coordinate !== undefined) return { arm, coordinate, count, value: null }
  if (metric === undefined)
    return { arm, count, value: readReleasedValue(live.algorithm, live.segment(segment).state, arm) }
  const found = live.learning.metrics.list(live.segment(segment)).find(({ metric: { name } }) => name === metric)
  return { metric, arm, count, value: found?.state.noisySum[arm] ?? null }
}

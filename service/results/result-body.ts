// What releases say about a segment, as it is computed once after a release and kept. Frozen: stores have these fields as JSON, so none may
// change its name or its meaning, and a new one must be optional.

import { type Verdict, verdictOf } from "@armistice/core"
import { releasedValue } from "@armistice/core/estimates"
import { worthwhileOf } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { metricResults } from "../metrics/metric-results.ts"

export const resultLevel = 0.95

/** The body of a standing: everything in the reward's own units, arms by number. */
export interface StandingBody {
  readonly verdict: Verdict
  readonly metrics: readonly MetricResult[]
}

/** What is known of another outcome in a segment. */
export interface MetricResult {
  readonly name: string
  readonly arms: readonly MetricArm[]
  readonly differences: readonly MetricDifference[]
  readonly harmed: boolean
}

export interface MetricArm {
  readonly arm: string
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface MetricDifference {
  readonly arm: string
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
}

/** The body of a result. */
export interface ResultBody {
  readonly recommended: number | null
  /** Decisions so far that are learned from, of all arms; missing in results that an older version kept. */
  readonly decisions?: number
  /**
   * What was released: the sum of all that the arm has released, in rewards from 0 to 1 with the noise; null where none is kept. Of a metric
   * where one is named.
   */
  readonly released: Released
  readonly arms: readonly ResultArm[]
}

export interface Released {
  readonly metric?: string
  readonly arm: number
  readonly count: number
  readonly value: number | null
}

export interface ResultArm {
  readonly arm: number
  /** Of this arm, as above. */
  readonly decisions?: number
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  readonly probabilityBest: number | null
}

/** Of more arms than this, a result keeps those most likely to be best and the one that was released: the others are as they were before. */
const mostArms = 50

export function standingBody(live: LiveExperiment, segment: string): StandingBody {
  const { experiment, algorithm } = live
  const options = { reward: experiment.reward, worthwhile: worthwhileOf(experiment), confidence: resultLevel }
  const { state } = live.segment(segment)
  const verdict = verdictOf(algorithm, state, options)
  const metrics = metricResults(live, segment, verdict.leader, resultLevel)
  // Who leads does not depend on it, so it is asked again only where it matters.
  const harmed = metrics.some((metric) => metric.harmed)
  return { verdict: harmed ? verdictOf(algorithm, state, { ...options, harmed }) : verdict, metrics }
}

/** The bodies of all releases that share a verdict: what they have in common is made once. `decided`: how often each arm was by then. */
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

/** Right after the release of this entry. */
export function releasedBy(live: LiveExperiment, { metric, segment, arm, count }: LedgerEntry): Released {
  if (metric === undefined)
    return { arm, count, value: releasedValue(live.algorithm, live.segment(segment).state, arm) }
  const found = live.metrics(segment).find(({ metric: { name } }) => name === metric)
  return { metric, arm, count, value: found?.state.noisySum[arm] ?? null }
}

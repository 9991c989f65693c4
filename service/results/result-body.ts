// What releases say about a segment, as it is computed once after a release and kept. Frozen: stores have these fields as JSON, so none may
// change its name or its meaning, and a new one must be optional.

import { type Verdict, verdictOf } from "@armistice/core"
import { releasedSums } from "@armistice/core/estimates"
import { worthwhileOf } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"

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
  /** What was released: the sum of all that the arm has released, in rewards from 0 to 1 with the noise; null where none is kept. */
  readonly released: { readonly arm: number; readonly count: number; readonly value: number | null }
  readonly arms: readonly ResultArm[]
}

export interface ResultArm {
  readonly arm: number
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
  readonly probabilityBest: number | null
}

/** Of more arms than this, a result keeps those most likely to be best and the one that was released: the others are as they were before. */
const mostArms = 50

export function standingBody(live: LiveExperiment, segment: string): StandingBody {
  const { experiment, algorithm } = live
  const metrics: readonly MetricResult[] = []
  const verdict = verdictOf(algorithm, live.segment(segment).state, {
    reward: experiment.reward,
    worthwhile: worthwhileOf(experiment),
    confidence: resultLevel,
    harmed: metrics.some(({ harmed }) => harmed),
  })
  return { verdict, metrics }
}

export function resultBody(live: LiveExperiment, { segment, arm, count }: LedgerEntry, verdict: Verdict): ResultBody {
  const sums = releasedSums(live.algorithm, live.segment(segment).state)
  const arms = verdict.arms.map(({ mean, low, high, probabilityBest }, index): ResultArm => {
    return { arm: index, mean, low, high, probabilityBest }
  })
  const chance = ({ probabilityBest }: ResultArm) => probabilityBest ?? -1
  const likely = new Set(
    arms.length <= mostArms ? arms : [...arms].sort((one, other) => chance(other) - chance(one)).slice(0, mostArms),
  )
  return {
    recommended: verdict.recommended,
    released: { arm, count, value: sums?.[arm]?.value ?? null },
    arms: arms.filter((one) => likely.has(one) || one.arm === arm),
  }
}

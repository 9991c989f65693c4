// An experiment as it was promised when it was created. Nothing here changes afterwards except its status. Frozen: stores have definitions
// as JSON of these fields, so none may change its name or its meaning, and a new one must be optional.

import type { Guarantee, Parameters } from "@armistice/core"
import type { Asked } from "./copy-experiment.ts"

export const experimentIdPattern = "^exp_[A-Za-z0-9_-]{1,64}$"

/** Metrics that one experiment may have. Frozen: places of stored values are counted with it. */
export const mostMetrics = 8

export type Status = "running" | "paused" | "finished" | "archived"

/** Whether the fact and time that a reward came are public, or as private as its value. */
export type Arrivals = "public" | "private"

/** One more outcome that is watched and never steers the arms. */
export interface Metric {
  readonly name: string
  /** Units it is given in; inside it is in [0, 1]. */
  readonly min: number
  readonly max: number
  /** What sets its noise: the loss of one of its values before the lattice is counted. */
  readonly eta: number
  /** What its own filter enforces, the lattice included. */
  readonly limit: number
  readonly worse: "higher" | "lower"
  /** The public constant (in its own units) that a value becomes which did not come within the window. */
  readonly default: number
}

export interface Experiment {
  readonly id: string
  readonly name: string
  readonly arms: readonly string[]
  /** Decisions that are learned from, in each segment. */
  readonly horizon: number
  /** Units rewards are given in; inside they are in [0, 1]. */
  readonly reward: { readonly min: number; readonly max: number }
  readonly algorithm: { readonly name: string; readonly parameters: Parameters }
  /** The promise for one reward and the metrics that come with it, the lattice of live noise included. */
  readonly guarantee: Guarantee
  /** What the reward's filter enforces; null only for an algorithm that promises nothing. */
  readonly limit: number | null
  /** What the guarantee is stated for; with "subject" the target is that of all rewards of one subject together. */
  readonly protects: "reward" | "subject"
  /** Decisions of one subject that are learned from; null: subjects are not counted. */
  readonly subjectCap: number | null
  /** A subject keeps its first arm, and only its first reward is learned from. */
  readonly sticky: boolean
  /** Its experiments together may lose no more about one person than its limit; missing: it is in none. */
  readonly population?: string
  /** Public parts of the traffic, each of which learns for itself; null: all together. */
  readonly segments: readonly string[] | null
  readonly arrivals: Arrivals
  readonly rewardWindowSeconds: number
  /** The public constant (in declared units) that a reward becomes which did not come within the window. */
  readonly defaultReward: number
  /** Private arrivals: windows end on multiples of this. */
  readonly tickSeconds: number
  /** Missing where there are none. Their order is that of their numbers in the journal. */
  readonly metrics?: readonly Metric[]
  /** The least difference of means that matters, in declared units; missing: one hundredth of the range. */
  readonly worthwhile?: number
  /** The share of decisions dealt evenly by a public coin; missing: 0. */
  readonly evenShare?: number
  /** Finishes by itself once the verdict is this in every segment; missing: never. */
  readonly stopWhen?: "clear"
  readonly createdAt: number
  /** Restores of the store before it was created: nobody was counted in it then. Missing where there were none. */
  readonly restoresBefore?: number
  /** Batches that are opened while rewards are late grow; missing: they are all as large as the first (core/parts/growing-batches.ts). */
  readonly growing?: true
  /** What those get who are served without being learned from while there is nothing better to give; missing: the first arm. */
  readonly fallbackArm?: string
  /** The rest of the request as it was given, for copies; missing in older definitions. */
  readonly asked?: Asked
  /** Fingerprint of the request, to tell a repetition from another request with the same Idempotency-Key. */
  readonly fingerprint: string
}

/** An experiment as it is created in a store after so many restores; `growing`: no program serves it that would not know of it. */
export const createdIn = (experiment: Experiment, restores: number, growing: boolean): Experiment => ({
  ...experiment,
  ...(restores === 0 ? {} : { restoresBefore: restores }),
  ...(growing ? { growing } : {}),
})

export const hasMetrics = ({ metrics }: Experiment): boolean => metrics !== undefined && metrics.length > 0

/** Decisions of one subject that are learned from, whatever cap was asked for beside `sticky`; null: subjects are not counted. */
export const capOf = ({ subjectCap, sticky }: Experiment): number | null => (sticky ? 1 : subjectCap)

export const countsSubjects = (experiment: Experiment): boolean => capOf(experiment) !== null

export const fallbackArmOf = ({ arms, fallbackArm }: Experiment): string => fallbackArm ?? (arms[0] as string)

/** The segment of experiments that have none. */
export const wholeSegment = ""

export const worthwhileOf = ({ worthwhile, reward }: Experiment): number =>
  worthwhile ?? (reward.max - reward.min) / 100

/** As callers know it: null where there are no segments. */
export const segmentName = (segment: string): string | null => (segment === wholeSegment ? null : segment)

export const segmentsOf = (experiment: Experiment): readonly string[] => experiment.segments ?? [wholeSegment]

/** Whole milliseconds: stores keep nothing finer, and a row they refuse would stop all that come after it. */
export const windowMs = ({ rewardWindowSeconds }: Experiment): number => Math.round(rewardWindowSeconds * 1000)

/** Windows end, and releases are dated, on multiples of this. */
export const tickMs = ({ arrivals, tickSeconds }: Experiment): number =>
  arrivals === "private" ? Math.round(tickSeconds * 1000) : 1

/** When the slot of a decision made at `at` (milliseconds) closes if no reward came. */
export function windowEnd(experiment: Experiment, at: number): number {
  const tick = tickMs(experiment)
  return Math.ceil((at + windowMs(experiment)) / tick) * tick
}

// The definition of an experiment: what was promised when it was created. It never changes, and stores keep it as JSON.

import type { Guarantee, Parameters } from "@armistice/core"
import type { Answers, Arrivals, RequestTemplate } from "./experiment-request.ts"

export const experimentIdPattern = "^exp_[A-Za-z0-9_-]{1,64}$"

/** Metrics that one experiment may have. Places of stored values are counted with it. */
export const mostMetrics = 8

export type Status = "running" | "paused" | "finished" | "archived"

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
  /** The public constant (in its own units) that takes the place of a value that did not come within the window. */
  readonly default: number
  /** How long a value may take: at most as long as the reward. */
  readonly windowSeconds: number
  /** How much worse than with the control it may be, in its own units. */
  readonly margin: number
}

export interface Experiment {
  readonly id: string
  readonly name: string
  readonly arms: readonly string[]
  /** Decisions that are learned from, in each segment. */
  readonly horizon: number
  /** Units rewards are given in; inside they are in [0, 1]. */
  readonly reward: { readonly min: number; readonly max: number }
  readonly algorithm: { readonly name: string; readonly ruleVersion: number; readonly parameters: Parameters }
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
  /** How subjects are compared; missing: as they are given. In a population it is the population's. */
  readonly subjectNormalisation?: "nfkc"
  /** Public parts of the traffic, each of which learns for itself; null: all together. */
  readonly segments: readonly string[] | null
  readonly answers: Answers
  readonly arrivals: Arrivals
  readonly rewardWindowSeconds: number
  /** What a decision that nobody answers within the window is worth (in declared units); "ignore": it is left out. */
  readonly missing: number | "ignore"
  /** Public arrivals: an answer counts once its decision is this old. May be raised while it runs (LiveExperiment.ripeSeconds). */
  readonly ripeSeconds: number
  /** Private arrivals: windows end on multiples of this. */
  readonly tickSeconds: number
  /** Missing where there are none. Their order is that of their numbers in the journal. */
  readonly metrics?: readonly Metric[]
  /** The least difference of means that matters, in declared units; missing: one hundredth of the range. */
  readonly worthwhile?: number
  /** The share of decisions dealt evenly by a public coin; missing: 0. */
  readonly evenShare?: number
  /** Values beyond their bounds count as the bound; without it they are refused. */
  readonly clip?: true
  /** Finishes by itself once the verdict is this in every segment; missing: never. */
  readonly stopWhen?: "clear"
  /** Milliseconds: before and from then on everyone gets the control and nobody is learned from; missing: no such limit. */
  readonly startsAt?: number
  readonly endsAt?: number
  /** The share of people, by the keyed hash of their subject, who take part; the others get the control. Missing: everyone. */
  readonly trafficShare?: number
  /** What people get once the horizon is reached; missing: the recommended arm. */
  readonly afterTarget?: "control"
  /** Missing: an arm that surely does harm is stopped at the release that shows it. */
  readonly onHarm?: "notify"
  /** An arm that is surely worse than the control by more than `worthwhile` is stopped; missing: it is only named. */
  readonly onWorse?: "stop_arm"
  /** What people get whose sticky arm is stopped; missing: the control. */
  readonly stickyMoveTo?: "recommended"
  /** Arms it may have in all, those added while it runs included: the number that every verdict allows for. Missing: no arm can be added. */
  readonly maxArms?: number
  readonly createdAt: number
  /** Restores of the store before it was created: nobody was counted in it then. Missing where there were none. */
  readonly restoresBefore?: number
  /** What those get who are served without being learned from while there is nothing better to give; missing: the first arm. */
  readonly control?: string
  /** The rest of the request as it was given, for copies. */
  readonly template: RequestTemplate
  /** Fingerprint of the request, to tell a repetition from another request with the same Idempotency-Key. */
  readonly fingerprint: string
}

/** An experiment as it is created in a store after so many restores. */
export const withRestores = (experiment: Experiment, restores: number): Experiment =>
  restores === 0 ? experiment : { ...experiment, restoresBefore: restores }

export const hasMetrics = ({ metrics }: Experiment): boolean => metrics !== undefined && metrics.length > 0

/** Decisions of one subject that are learned from, whatever cap was asked for beside `sticky`; null: subjects are not counted. */
export const getSubjectCap = ({ subjectCap, sticky }: Experiment): number | null => (sticky ? 1 : subjectCap)

export const countsSubjects = (experiment: Experiment): boolean => getSubjectCap(experiment) !== null

export const getControl = ({ arms, control }: Experiment): string => control ?? (arms[0] as string)

/** Arms that it has or may get. */
export const getMaxArms = ({ arms, maxArms }: Pick<Experiment, "arms" | "maxArms">): number => maxArms ?? arms.length

/** The segment of experiments that have none. */
export const wholeSegment = ""

export const getWorthwhile = ({ worthwhile, reward }: Experiment): number =>
  worthwhile ?? (reward.max - reward.min) / 100

/** Whether people take part at this moment (milliseconds), as far as the experiment's dates say. */
export const isWithinDates = ({ startsAt, endsAt }: Experiment, at: number): boolean =>
  (startsAt === undefined || at >= startsAt) && (endsAt === undefined || at < endsAt)

/** Whether a subject, given as its keyed hash, is in the share of people who take part. */
export function isInTraffic({ trafficShare = 1 }: Experiment, subject: string): boolean {
  if (trafficShare >= 1) return true
  return Buffer.from(subject, "base64url").readUIntBE(0, 6) < trafficShare * 2 ** 48
}

/** As callers know it: null where there are no segments. */
export const segmentName = (segment: string): string | null => (segment === wholeSegment ? null : segment)

export const listSegments = (experiment: Experiment): readonly string[] => experiment.segments ?? [wholeSegment]

/** Whole milliseconds: stores keep nothing finer, and a row they refuse would stop all that come after it. */
export const windowMs = ({ rewardWindowSeconds }: Experiment): number => Math.round(rewardWindowSeconds * 1000)

/** Windows end, and releases are dated, on multiples of this. */
export const tickMs = ({ arrivals, tickSeconds }: Experiment): number =>
  arrivals === "private" ? Math.round(tickSeconds * 1000) : 1

/** When the window of a decision made at `at` (milliseconds) ends, or that of one of its metrics. */
export function windowEnd(experiment: Experiment, at: number, window = windowMs(experiment)): number {
  const tick = tickMs(experiment)
  return Math.ceil((at + window) / tick) * tick
}

export const metricWindowMs = ({ windowSeconds }: Metric): number => Math.round(windowSeconds * 1000)

/** Only successes are sent and everyone may see who sent one: whoever created it has accepted that outcomes are public. */
export const hasPublicOutcomes = ({ answers, arrivals }: Pick<Experiment, "answers" | "arrivals">): boolean =>
  answers === "successes" && arrivals === "public"

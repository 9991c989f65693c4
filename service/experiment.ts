// The definition of an experiment: what was promised when it was created. It never changes; stores
// keep it as JSON. Where an optional field is missing, the default in its comment holds.

import type { Guarantee, Parameters } from "@armistice/core"
import type { Answers, Arrivals, RequestTemplate, Retention } from "./experiment-request.ts"

export const experimentIdPattern = "^exp_[A-Za-z0-9_-]{1,64}$"

/** The most metrics of one experiment. Stored values are numbered with it: never change it. */
export const mostMetrics = 8

export type Status = "running" | "paused" | "finished" | "archived"

/** An outcome that is watched beside the reward and never influences which arm is chosen. */
export interface Metric {
  readonly name: string
  /** The range of values that callers send; they are scaled to [0, 1]. */
  readonly min: number
  readonly max: number
  /** The privacy loss of one value before the noise is rounded to a lattice; sets the noise. */
  readonly eta: number
  /** The privacy loss that its filter enforces, the lattice included. */
  readonly limit: number
  readonly worse: "higher" | "lower"
  /** The public constant that stands in for a value that did not arrive within the window. */
  readonly default: number
  /** How long a value may take to arrive: at most as long as the reward. */
  readonly windowSeconds: number
  /** How much worse than the control an arm may be, in the units of min and max. */
  readonly margin: number
}

export interface Experiment {
  readonly id: string
  readonly name: string
  readonly arms: readonly string[]
  /** How many decisions each segment learns from. */
  readonly horizon: number
  /** The range of rewards that callers send; they are scaled to [0, 1]. */
  readonly reward: { readonly min: number; readonly max: number }
  readonly algorithm: { readonly name: string; readonly ruleVersion: number; readonly parameters: Parameters }
  /** The promise for one reward and its metrics, the lattice of live noise included. */
  readonly guarantee: Guarantee
  /** The privacy loss that the reward's filter enforces; null if the algorithm promises nothing. */
  readonly limit: number | null
  /** Whether the privacy target covers one reward or all rewards of one subject together. */
  readonly protects: "reward" | "subject"
  /** How many decisions of one subject are learned from; null if subjects are not counted. */
  readonly subjectCap: number | null
  /** A subject keeps its first arm, and only its first reward is learned from. */
  readonly sticky: boolean
  /** Bulk evaluations assign its arms, and decisions begin at an exposure. Default: no. */
  readonly bulk?: true
  /** The population whose experiments share one limit per person. Default: none. */
  readonly population?: string
  /** How subjects are compared; a population decides it for its experiments. Default: as given. */
  readonly subjectNormalisation?: "nfkc"
  /** Public parts of the traffic that learn separately; null if all traffic learns together. */
  readonly segments: readonly string[] | null
  readonly answers: Answers
  readonly arrivals: Arrivals
  readonly rewardWindowSeconds: number
  /** The reward of a decision without an answer in the window; "ignore" leaves the decision out. */
  readonly missing: number | "ignore"
  /** With public arrivals, an answer counts once its decision is this old. May be raised later. */
  readonly ripeSeconds: number
  /** With private arrivals, windows end on multiples of this. */
  readonly tickSeconds: number
  /** The journal refers to metrics by their position in this list. */
  readonly metrics?: readonly Metric[]
  /** The smallest difference of means that matters. Default: 1 % of the reward's range. */
  readonly worthwhile?: number
  /** The share of decisions that a public coin assigns evenly. Default: 0. */
  readonly evenShare?: number
  /** Values out of range count as the nearest bound. Default: they are refused. */
  readonly clip?: true
  /** Finish automatically once every segment's verdict is this. Default: never. */
  readonly stopWhen?: "clear"
  /** In milliseconds. Outside these dates everyone gets the control and nothing is learned. */
  readonly startsAt?: number
  readonly endsAt?: number
  /** The share of subjects, by keyed hash, that take part; others get the control. Default: 1. */
  readonly trafficShare?: number
  /** The arm that is served once the horizon is reached. Default: the recommended arm. */
  readonly afterTarget?: "control"
  /** The reaction to an arm that surely does harm. Default: stop it. */
  readonly onHarm?: "notify"
  /** Stop an arm surely worse than the control by more than `worthwhile`. Default: report it. */
  readonly onWorse?: "stop_arm"
  /** The rule for a subject whose sticky arm is stopped. Default: the control. */
  readonly stickyMoveTo?: "recommended"
  /** The most arms it may ever have; verdicts correct for it. Default: none can be added. */
  readonly maxArms?: number
  /** When the service archives and purges it by itself. Default: never. */
  readonly retention?: Retention
  readonly createdAt: number
  /** How often the store had been restored when this was created. Default: 0. */
  readonly restoresBefore?: number
  /** The arm served where nothing is learned and no better arm is known. Default: the first arm. */
  readonly control?: string
  /** The rest of the request as it was sent, so that the experiment can be copied. */
  readonly template: RequestTemplate
  /** Distinguishes a repeated request from another one with the same Idempotency-Key. */
  readonly fingerprint: string
}

/** Records how often the store had been restored when the experiment was created. */
export const withRestores = (experiment: Experiment, restores: number): Experiment =>
  restores === 0 ? experiment : { ...experiment, restoresBefore: restores }

export const hasMetrics = ({ metrics }: Pick<Experiment, "metrics">): boolean =>
  metrics !== undefined && metrics.length > 0

/** How many decisions of one subject are learned from; null if subjects are not counted. */
export const getSubjectCap = ({ subjectCap, sticky }: Experiment): number | null => (sticky ? 1 : subjectCap)

export const countsSubjects = (experiment: Experiment): boolean => getSubjectCap(experiment) !== null

export const getControl = ({ arms, control }: Experiment): string => control ?? (arms[0] as string)

/** The number of arms that the experiment has or may still get. */
export const getMaxArms = ({ arms, maxArms }: Pick<Experiment, "arms" | "maxArms">): number => maxArms ?? arms.length

/** Stands for the segment of an experiment without segments. */
export const wholeSegment = ""

export const getWorthwhile = ({ worthwhile, reward }: Experiment): number =>
  worthwhile ?? (reward.max - reward.min) / 100

/** Whether `at` (in milliseconds) is within the experiment's dates. */
export const isWithinDates = ({ startsAt, endsAt }: Experiment, at: number): boolean =>
  (startsAt === undefined || at >= startsAt) && (endsAt === undefined || at < endsAt)

/** Whether a subject, given as its keyed hash, belongs to the share that takes part. */
export function isInTraffic({ trafficShare = 1 }: Experiment, subject: string): boolean {
  if (trafficShare >= 1) return true
  return Buffer.from(subject, "base64url").readUIntBE(0, 6) < trafficShare * 2 ** 48
}

/** The segment as the API names it: null if the experiment has no segments. */
export const segmentName = (segment: string): string | null => (segment === wholeSegment ? null : segment)

export const listSegments = (experiment: Experiment): readonly string[] => experiment.segments ?? [wholeSegment]

/** Rounded, because stores reject fractions of a millisecond. */
export const windowMs = ({ rewardWindowSeconds }: Experiment): number => Math.round(rewardWindowSeconds * 1000)

/** Windows end, and releases are dated, on multiples of this many milliseconds. */
export const tickMs = ({ arrivals, tickSeconds }: Experiment): number =>
  arrivals === "private" ? Math.round(tickSeconds * 1000) : 1

/** When the window of a decision made at `at` ends. Pass `window` for the window of a metric. */
export function windowEnd(experiment: Experiment, at: number, window = windowMs(experiment)): number {
  const tick = tickMs(experiment)
  return Math.ceil((at + window) / tick) * tick
}

export const metricWindowMs = ({ windowSeconds }: Metric): number => Math.round(windowSeconds * 1000)

/** Only successes are sent, and anyone may see who sends one, so outcomes are public. */
export const hasPublicOutcomes = ({ answers, arrivals }: Pick<Experiment, "answers" | "arrivals">): boolean =>
  answers === "successes" && arrivals === "public"

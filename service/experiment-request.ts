// A request to create an experiment, as the API takes it.

import type { ContextAttributes } from "@armistice/core"
import type { SubjectNormalisation } from "./subject-normalisation.ts"

/** Whether the fact and time that a reward came are public, or as private as its value. */
export type Arrivals = "public" | "private"

/**
 * Whether everyone who answers sends an answer, or only those with something to report: then
 * silence means the lowest value.
 */
export type Answers = "all" | "successes"

/** Days after the end of an experiment; what is left out is never done. */
export interface Retention {
  readonly purgeAfterDays?: number
  readonly archiveAfterDays?: number
}

export interface MetricRequest {
  readonly name: string
  readonly min?: number
  readonly max?: number
  readonly eta: number
  readonly worse?: "higher" | "lower"
  readonly default?: number
  readonly windowSeconds?: number
  readonly margin?: number
}

export interface ExperimentRequest {
  readonly name: string
  readonly description?: string
  readonly labels?: readonly string[]
  readonly arms: readonly string[]
  readonly horizon: number
  readonly privacy?: { readonly eta?: number; readonly epsilon?: number; readonly delta?: number }
  readonly protects?: "reward" | "subject"
  readonly algorithm?: { readonly name: string; readonly [parameter: string]: unknown }
  readonly acceptWeakPrivacy?: boolean
  readonly reward?: { readonly min: number; readonly max: number }
  readonly subjectCap?: number
  readonly sticky?: boolean
  readonly bulk?: boolean
  readonly population?: string
  readonly subjectNormalisation?: SubjectNormalisation
  readonly segments?: readonly string[]
  /** Attributes of people that decisions depend on, which nothing protects. */
  readonly context?: { readonly protection: "none"; readonly attributes: ContextAttributes }
  readonly answers?: Answers
  readonly arrivals?: Arrivals
  readonly acceptPublicArrivals?: boolean
  readonly rewardWindowSeconds?: number
  readonly missing?: number | "ignore"
  readonly ripeSeconds?: number
  readonly tickSeconds?: number
  readonly control?: string
  readonly worthwhile?: number
  readonly evenShare?: number
  readonly clip?: boolean
  readonly stopWhen?: "clear"
  readonly startsAt?: string
  readonly endsAt?: string
  readonly trafficShare?: number
  readonly afterTarget?: "recommended" | "control"
  readonly onHarm?: "stop_arm" | "notify"
  readonly onWorse?: "keep" | "stop_arm"
  readonly stickyMoveTo?: "control" | "recommended"
  readonly maxArms?: number
  readonly retention?: Retention
  readonly metrics?: readonly MetricRequest[]
}

export interface CopyRequest extends Partial<ExperimentRequest> {
  /** The id of the experiment to copy. */
  readonly like: string
}

/** The fields for copies that the definition lacks; a copy has dates of its own. */
export type RequestTemplate = Omit<
  ExperimentRequest,
  "name" | "description" | "labels" | "arms" | "horizon" | "segments" | "startsAt" | "endsAt"
>

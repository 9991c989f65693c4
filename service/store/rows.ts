// The rows of a store, whichever kind it is. A leaf module: it imports types only.

import { type Experiment, mostMetrics, type Status } from "../experiment.ts"
import type { Role } from "../keys/role.ts"
import { initialMetadata, type Metadata } from "../metadata.ts"
import type { SubjectNormalisation } from "../subject-normalisation.ts"

/** One arm handed out. Together with observations, in order of `sequence`, the private journal. */
export interface DecisionRow {
  readonly experiment: string
  /** Place in the experiment's journal, from 1. */
  readonly sequence: number
  readonly id: string
  readonly arm: number
  /** Which pull of the arm it is, and so the slot of its reward; null: not learned from. */
  readonly pull: number | null
  readonly segment: string
  /** Keyed hash; "" once erased; null where none was given. */
  readonly subject: string | null
  /** Sorted numbers joined by commas; "!": the arm was assigned (live/arm-states.ts). */
  readonly excluded: string
  /** The point of its context as JSON; null: the experiment has no context, or it was purged. */
  readonly context: string | null
  readonly at: number
  /** When its slot closes if no reward came. */
  readonly due: number
  /** The key that made it. */
  readonly key: string
  /** Random draws in their order, as JSON; null for none. Private. */
  readonly noise: string | null
}

/** A reward as a caller gave it. */
export interface RewardRow {
  readonly experiment: string
  readonly decision: number
  /** In steps of the reward lattice. Private. */
  readonly steps: number
  readonly key: string
  readonly at: number
}

/**
 * A decision joins its arm's batch: with the answer that came, or with the public constant where
 * none did. Or it never will ("silent"): nothing joins, and `steps` is 0. The order of these rows
 * is the order of joining; each decision has one at most.
 */
export interface ObservationRow {
  readonly experiment: string
  readonly sequence: number
  readonly decision: number
  readonly steps: number
  readonly source: "caller" | "default" | "silent"
  readonly noise: string | null
}

/** A value of one of the experiment's metrics as a caller gave it. */
export interface MetricValueRow {
  readonly experiment: string
  readonly decision: number
  /** Its place among the experiment's metrics. */
  readonly metric: number
  /** In steps of the reward lattice, between the metric's bounds. Private. */
  readonly steps: number
  readonly key: string
  readonly at: number
}

/** A metric's value, or the public constant in its place, added to its slot's batch. */
export interface MetricObservationRow {
  readonly experiment: string
  readonly sequence: number
  readonly decision: number
  readonly metric: number
  readonly steps: number
  readonly source: "caller" | "default"
  readonly noise: string | null
}

/** The metric values of a decision that were given, and those that joined. */
export interface MetricFate {
  readonly given: readonly MetricValueRow[]
  /** Metrics whose slots are taken. */
  readonly observed: readonly number[]
}

/** Open batches were discarded here, because the store is a restored copy. */
export interface DiscardRow {
  readonly experiment: string
  readonly sequence: number
  /** Restores of the store up to this one. */
  readonly restores: number
}

/** Someone in charge accepted what subjects can lose after a restore, and learning goes on. */
export interface AcceptanceRow {
  readonly experiment: string
  readonly sequence: number
  /** Restores of the store up to the last one that is accepted. */
  readonly restores: number
  /** The largest loss of one subject by then. */
  readonly eta: number
  readonly key: string
  readonly at: number
}

/** Reason, key and actor are for people and in no hash. */
export interface ArmChangeRow {
  readonly experiment: string
  readonly sequence: number
  readonly kind: "stop" | "resume" | "add" | "extend"
  /** -1 where the horizon is extended. */
  readonly arm: number
  /** The name of an added arm. */
  readonly name: string | null
  /** From now on, where it is extended. */
  readonly horizon: number | null
  /** Why it is stopped: harm in a metric, a reward that is surely worse, or a person. */
  readonly cause: "harm" | "worse" | "person" | null
  readonly metric: number | null
  readonly segment: string | null
  readonly reason: string | null
  /** Id and name of who did it. */
  readonly key: string | null
  readonly actor: string
  readonly at: number
}

/** Counts of a subject, or of an Idempotency-Key's decisions ("batch …"), by keyed hash. */
export interface SubjectRow {
  readonly experiment: string
  readonly subject: string
  /** Decisions that are learned from. */
  readonly learned: number
  readonly arm: number | null
  /** The journal entry that gave the arm; null: it has none. */
  readonly since: number | null
  /** The arm of someone who has not seen it, as JSON (assignments/assignment.ts); null: none. */
  readonly assigned: string | null
}

/** A limit on what all experiments of a population together may lose about one person. */
export interface PopulationRow {
  readonly name: string
  readonly limit: number
  /** The highest limit since it has experiments. */
  readonly highest: number
  /** How its experiments compare subjects. */
  readonly subjectNormalisation: SubjectNormalisation
  readonly createdAt: number
  /** Restores before its creation, by the last one that was noted, and the last accepted. */
  readonly restoresBefore: number
  readonly restores: number
  readonly accepted: number
}

/** The sum of a person's squared losses as high + low, which is never under-stated. */
export interface ReservationRow {
  readonly population: string
  /** Hashed under the population's own key. */
  readonly person: string
  readonly high: number
  readonly low: number
}

/** The state after journal entry `sequence`. */
export interface Snapshot {
  readonly experiment: string
  readonly sequence: number
  /** Hash over the journal so far. */
  readonly journal: string
  /** Windows of all decisions up to this one are over and dealt with. */
  readonly swept: number
  /** Pointers to decisions by age, and counts of answers, as JSON. */
  readonly passed: string
  readonly counts: string
  /** Answers to decisions up to this one are refused, since the store was restored. */
  readonly discarded: number
  /** Which arms were added and which are stopped, as JSON (live/arm-states.ts). */
  readonly arms: string
  /** Algorithm state and latest arm by segment, as JSON. */
  readonly state: string
}

export interface KeyRow {
  readonly id: string
  /** The first key in its line of rotations, which owns decisions, repeatable ids and limits. */
  readonly lineage: string
  readonly name: string
  readonly role: Role
  readonly hash: string
  /** Experiments it is limited to; null: all. */
  readonly experiments: readonly string[] | null
  /** Null: only the limit of the service. */
  readonly requestsPerSecond: number | null
  readonly createdAt: number
  /** The name of who made it, and of who ended it. */
  readonly createdBy: string
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly revokedBy: string | null
  /** The day of its last decision or read, such as 2026-11-16; left out: not known. */
  readonly usedOn?: string
}

/** An experiment without its metadata. */
export interface ExperimentState {
  readonly experiment: Experiment
  readonly status: Status
  /** Restores by the last discard or the creation, and the last one that is accepted. */
  readonly restores: number
  readonly accepted: number
}

export interface StoredExperiment extends ExperimentState {
  readonly metadata: Metadata
}

/** An experiment as it is created. */
export const newExperiment = (
  experiment: Experiment,
  metadata: Metadata = initialMetadata(experiment),
): StoredExperiment => {
  const restores = experiment.restoresBefore ?? 0
  return { experiment, status: "running", restores, accepted: restores, metadata }
}

/** The order of metric values: by decision, then by metric. */
export const metricPlace = ({ decision, metric }: Pick<MetricValueRow, "decision" | "metric">): number =>
  decision * mostMetrics + metric

/** A decision that an answer may still come for, and until when (milliseconds). */
export interface OpenWindow {
  readonly id: string
  readonly due: number
}

/** The slot of an observation: segment, arm, pull and context of its decision. */
export interface Slot {
  readonly segment: string
  readonly arm: number
  readonly pull: number
  readonly context: string | null
}

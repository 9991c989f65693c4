// The store as the operations of a transaction see it.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { DecisionRow, MetricFate, PopulationRow, ReservationRow, RewardRow, SubjectRow } from "../store/rows.ts"

/** The operations' lookups of populations. */
export interface PopulationLookups {
  find(name: string): PopulationRow | undefined
  /** Whether any experiment was ever in it. */
  isUsed(name: string): boolean
  reservation(population: string, person: string): ReservationRow | undefined
}

/** The operations' lookups in the store. */
export interface Lookups {
  readonly populations: PopulationLookups
  decision(experiment: string, id: string): DecisionRow | undefined
  reward(experiment: string, decision: number): RewardRow | undefined
  isObserved(experiment: string, decision: number): boolean
  /** Only of decisions that were looked up, in experiments that have metrics. */
  metricFate(experiment: string, decision: number): MetricFate
  subject(experiment: string, subject: string): SubjectRow | undefined
  /** The decision of a subject that is learned from; asked only where there is at most one. */
  learnedDecision(experiment: string, subject: string): DecisionRow | undefined
  /** Only after a pointer of the experiment; throws WindowsDue if that was not read. */
  rowsAfter(table: "decisions", experiment: string, sequence: number, limit: number): DecisionRow[]
}

/** A transaction as its operations see it. */
export interface TransactionScope {
  /** Milliseconds; never before anything that the experiments have. */
  readonly now: number
  readonly store: Lookups
  /** An experiment as it is now; nobody else changes it until the transaction is over. */
  find(id: string): LiveExperiment | undefined
  /** Adds an experiment that an operation creates. */
  add(live: LiveExperiment): void
  /** Experiments in the store; asked only where one is created. */
  experimentCount(): number
}

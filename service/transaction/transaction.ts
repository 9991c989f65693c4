// What the service asks of a store to change experiments: transactions. Requests that came together are one group; a store gives them their
// experiments as they are now, and writes all that they changed or nothing.

import type { DecisionNames } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { SteadyClock } from "../steady-clock.ts"
import type { DecisionRow, MetricFate, PopulationRow, ReservationRow, RewardRow, SubjectRow } from "../store/rows.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** One request: its operation, and what that will look up, so that a store can read for a whole group at once under its lock. */
export interface Command<Result = unknown> {
  /** "": of none. */
  readonly experiment: string
  readonly isNew?: boolean
  /** The population that it changes, or whose experiments it adds to: nobody else does until it is over. */
  readonly population?: string
  /** The decision and the subject that are looked up, as they are stored, and what an Idempotency-Key stands for. */
  readonly names?: {
    readonly decisionId?: string
    readonly subject?: string | null
    readonly names?: DecisionNames | null
    /** The subject whose decision that is learned from is looked up. */
    readonly answers?: string
    /** The subject as a population knows it, if the experiment is in one. */
    readonly person?: ((population: string) => string) | null
  }
  /** One of many that came in one request: those that came alone go first. */
  readonly isPart?: boolean
  /** The decisions whose windows end next, and those that reach other ages next. */
  readonly windows?: boolean
  /** The same if something may be due by now: a decision comes after all that is. */
  readonly decides?: boolean
  /** Discards open batches of a restored copy: only that is done before it has been dealt with. */
  readonly discards?: boolean
  run(work: UnitOfWork): Result
}

/** What operations look up in the store. */
export interface Lookups {
  decision(experiment: string, id: string): DecisionRow | undefined
  reward(experiment: string, decision: number): RewardRow | undefined
  isObserved(experiment: string, decision: number): boolean
  /** Only of decisions that were looked up, in experiments that have metrics. */
  metricFate(experiment: string, decision: number): MetricFate
  subject(experiment: string, subject: string): SubjectRow | undefined
  /** The decision of a subject that is learned from; asked only where there is at most one. */
  learnedDecision(experiment: string, subject: string): DecisionRow | undefined
  population(name: string): PopulationRow | undefined
  /** Whether any experiment was ever in it. */
  isPopulationUsed(name: string): boolean
  reservation(population: string, person: string): ReservationRow | undefined
  /** Only after a decision that a pointer of the experiment is at; throws WindowsDue where a transaction has not read that far. */
  rowsAfter(table: "decisions", experiment: string, sequence: number, limit: number): DecisionRow[]
}

/** The transaction of one group. */
export interface Transaction {
  /** Milliseconds; never before anything that the experiments have. */
  readonly now: number
  readonly store: Lookups
  /** An experiment as it is now; nobody else changes it until the transaction is over. */
  find(id: string): LiveExperiment | undefined
  /** Takes in an experiment that the group creates. */
  add(live: LiveExperiment): void
  /** Experiments in the store; asked only by a group that creates one. */
  experimentCount(): number
  /** Writes what the group changed; over once that is on disk. Nobody may see it in memory before, so it is called in the same turn. */
  commit(work: UnitOfWork): MaybePromise<void>
  /** Gives up: forgets what the group changed in memory, and lets others go on. */
  drop(work: UnitOfWork): MaybePromise<void>
}

/** The transactions of a store, and what goes with being the one who makes them. */
export interface Transactions {
  /** Groups that may be under way at once, requests that may wait for each, and how long one may take in all. */
  readonly queues: { readonly count: number; readonly longest: number; readonly timeoutMs: number }
  /** `until`: by `performance.now()`, when nobody waits for it any more and it gives up. */
  begin(commands: readonly Command[], until: number): MaybePromise<Transaction>
  /** Nothing was kept, and the same work would go well against what is there now. */
  isRepeatable(error: unknown): boolean
  /** An experiment as it was last committed, for reading. */
  live(id: string): MaybePromise<LiveExperiment>
  /** The time as far as this process knows it. */
  readonly clock: SteadyClock
  /** By which windows end. */
  time(): MaybePromise<number>
  /** Experiments with windows to look at by `now`, the most urgent first. */
  dueExperiments(now: number, limit: number): MaybePromise<string[]>
  /**
   * If the store is a restored copy: `work` with the number of the restore, which then has been dealt with. Null: it is none. A store that can
   * turn out to be one while it is served keeps `work` and does the same then.
   */
  asCopy(work: (restores: number) => Promise<void>): Promise<number | null>
  close(): MaybePromise<void>
}

export interface TransactionOptions {
  /** Instead of the machine's, or the server's: for tests. */
  readonly clock?: () => number
  /** By which time goes on while the clock is behind; the platform's if left out. For tests. */
  readonly monotonic?: () => number
  /** SQLite: journal entries between two snapshots of an experiment. */
  readonly snapshotEvery?: number
  /** Postgres: groups that may be under way at once, and how long a request may take in all. */
  readonly groups?: number
  readonly requestTimeoutMs?: number
}

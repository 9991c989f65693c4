// Commands change experiments in transactions. A batch of commands shares a transaction, which
// writes all of their changes or none.

import type { DecisionNames } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { SteadyClock } from "../steady-clock.ts"
import type { TransactionScope } from "./lookups.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** An operation, and what it looks up, so that a store reads once for a whole batch. */
export interface Command<Result = unknown> {
  /** "" where it concerns none. */
  readonly experiment: string
  readonly isNew?: boolean
  /** The population that is locked, because it changes or gets another experiment. */
  readonly population?: string
  /** Keys of the rows that are looked up. */
  readonly names?: {
    readonly decisionId?: string | undefined
    readonly subject?: string | null
    readonly names?: DecisionNames | null
    /** The subject whose learned decision is looked up. */
    readonly answers?: string
    /** The subject as a population knows it, if the experiment is in one. */
    readonly person?: ((population: string) => string) | null
  }
  /** Part of a batch request; commands that came alone go first. */
  readonly isPart?: boolean
  /** Reads the decisions that are due next. */
  readonly windows?: boolean
  /** Reads them only if something may be due by now. */
  readonly decides?: boolean
  /** Part of making a restored copy safe; no other command runs before that is done. */
  readonly discards?: boolean
  run(work: UnitOfWork): Result
}

export interface Transaction extends TransactionScope {
  /** Durable on return. Called in the turn of the operations, before anyone reads them. */
  commit(work: UnitOfWork): MaybePromise<void>
  /** Rolls back: forgets what was changed in memory, and releases all locks. */
  drop(work: UnitOfWork): MaybePromise<void>
}

/** The transactions of a store, its clock, and experiments for reading. */
export interface Transactions {
  /** Batches at once, commands that may wait for each, and the time of a command in all. */
  readonly queues: { readonly count: number; readonly longest: number; readonly timeoutMs: number }
  /** `until`: the deadline, by `performance.now()`. */
  begin(commands: readonly Command[], until: number): MaybePromise<Transaction>
  /** Whether nothing was written and a retry may succeed. */
  isRepeatable(error: unknown): boolean
  /** An experiment as it was last committed, for reading. */
  live(id: string): MaybePromise<LiveExperiment>
  /** The time as this process knows it. */
  readonly clock: SteadyClock
  /** The time by which windows end; on Postgres the server's. */
  time(): MaybePromise<number>
  /** Experiments with windows to look at by `now`, the most urgent first. */
  dueExperiments(now: number, limit: number): MaybePromise<string[]>
  /** Calls `work` with the number of a restore, now or later; null: the store is no copy. */
  asCopy(work: (restores: number) => Promise<void>): Promise<number | null>
  close(): MaybePromise<void>
}

export interface TransactionOptions {
  /** Replaces the clock of the machine or the server, in tests. */
  readonly clock?: () => number
  /** Replaces `performance.now`, in tests. */
  readonly monotonic?: () => number
  /** SQLite: journal entries between two snapshots of an experiment. */
  readonly snapshotEvery?: number
  /** Postgres: batches that may run at once, and how long a command may take in all. */
  readonly parallelBatches?: number
  readonly requestTimeoutMs?: number
}

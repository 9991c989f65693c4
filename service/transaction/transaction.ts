// What the service asks of a store to change experiments: transactions. Requests that came together are one group; a store gives them their
// experiments as they are now, and writes all that they changed or nothing.

import type { DecisionNames } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { SteadyClock } from "../steady-clock.ts"
import type { TransactionScope } from "./lookups.ts"
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

export interface Transaction extends TransactionScope {
  /** Returns once the changes are on disk. It is called in the same turn as the operations, so that no reader sees the changes before. */
  commit(work: UnitOfWork): MaybePromise<void>
  /** Rolls back: forgets what was changed in memory, and releases all locks. */
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

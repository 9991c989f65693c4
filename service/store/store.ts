// The interface of a store, SQLite or Postgres, to use cases. A store keeps rows and knows no
// rules.

import type { ActivityQuery, ActivityRow, NumberedActivity } from "../activity/activity.ts"
import type { Status } from "../experiment.ts"
import type { KeyStore } from "../keys/key.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { ServiceError } from "../service-error.ts"
import type { SessionStore } from "../sign-in/session.ts"
import type { TransactionOptions, Transactions } from "../transaction/transaction.ts"
import type { Outbox } from "../webhooks/outbox.ts"
import type { Changes } from "./changes.ts"
import type { ListPage, ListQuery } from "./list.ts"
import type { PopulationReads } from "./population-reads.ts"
import type { ListedReplica } from "./replica.ts"
import type { CurrentResultRow } from "./result-rows.ts"
import type { DecisionRow, KeyRow, OpenWindow, RewardRow, Snapshot, StoredExperiment, SubjectRow } from "./rows.ts"
import type { TableName, TableRows } from "./tables.ts"

/** An experiment as it is called now. */
export interface NamedExperiment {
  readonly id: string
  readonly name: string
}

export type SubjectName = Pick<SubjectRow, "experiment" | "subject">

/** Restores, and small facts about the store itself, such as that it is a restored copy. */
export interface CopyReads {
  /** Small facts about the store itself, such as that it is a restored copy. */
  property(name: string): MaybePromise<string | null>
  /** The number of the restore that nobody has dealt with yet; null: the store is no copy. */
  copied(): MaybePromise<number | null>
  /** Restores so far, those of the stores it was copied from included. */
  restores(): MaybePromise<number>
}

/** Which experiments there are. */
export interface ExperimentReads {
  readonly populations: PopulationReads
  experiment(id: string): MaybePromise<StoredExperiment | undefined>
  /** In order of creation, after the experiment `after`. */
  experiments(options: { after?: string | undefined; limit: number; status?: Status }): MaybePromise<StoredExperiment[]>
  experimentCount(): MaybePromise<number>
  /** Not archived, in order of creation: with this name, or (null) of bulk evaluations. */
  named(name: string | null, limit: number): MaybePromise<NamedExperiment[]>
  /** Experiments whose retention is to be looked at by `now`, the most urgent first. */
  retentionDue(now: number, limit: number): MaybePromise<string[]>
  /** Experiments with an unfinished purge. */
  unfinishedPurges(): MaybePromise<string[]>
}

/** The rows of one experiment. */
export interface RowReads {
  /** In the order of what is asked for; undefined: nothing is known of someone. */
  subjects(wanted: readonly SubjectName[]): MaybePromise<(SubjectRow | undefined)[]>
  decision(experiment: string, id: string): MaybePromise<DecisionRow | undefined>
  reward(experiment: string, decision: number): MaybePromise<RewardRow | undefined>
  /** The last decision after this one that has not joined with all of its metrics. */
  lastOpen(experiment: string, after: number, metrics: number): MaybePromise<OpenWindow | undefined>
  /** Rows of a table in its order, after the row at this place (`getPlace`). */
  rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit?: number,
  ): MaybePromise<TableRows[Name][]>
  /** The rows of a subject (by its hash) or of a decision (by its sequence), in their order. */
  rowsLinked<Name extends TableName>(
    table: Name,
    experiment: string,
    column: "subject" | "decision",
    value: string | number,
  ): MaybePromise<TableRows[Name][]>
  /** It may be some journal entries old. */
  snapshot(experiment: string): MaybePromise<Snapshot | undefined>
  /** The state after the whole journal; undefined: before the first entry. */
  latestSnapshot(stored: StoredExperiment): MaybePromise<Snapshot | undefined>
  ledger(experiment: string, after: number, limit: number): MaybePromise<LedgerEntry[]>
  ledgerHead(experiment: string): MaybePromise<LedgerEntry | undefined>
  /** One for each segment that has any. */
  currentResults(experiment: string): MaybePromise<CurrentResultRow[]>
}

/** The readable part of a store, also as it was at one instant. */
export interface StoreReads extends CopyReads, ExperimentReads, RowReads {
  activity(query: ActivityQuery): MaybePromise<NumberedActivity[]>
  keys(): MaybePromise<KeyRow[]>
}

/** The part of a store that changes rows. */
export interface StoreWrites {
  /** Returns once all is on disk. `restored`: the restore that this makes safe to serve. */
  commit(changes: Changes, restored?: number): MaybePromise<void>
  setRestores(count: number): MaybePromise<void>
  /**
   * Removes at most `limit` assignments that were last given out at `until` or before, and the rows
   * that have nothing else. Returns how many there were.
   */
  removeOldAssignments(until: number, limit: number): MaybePromise<number>
  setProperty(name: string, value: string | null): MaybePromise<void>
}

/** Whether what the store says can be relied on. */
export interface StoreChecks {
  /** Fails if the store would not keep what it acknowledges, which it tries. */
  checkWritable(): MaybePromise<void>
  /** Fails once the store may have changed. Called before an answer that writes nothing. */
  check(): MaybePromise<void>
  /** Fails if the store is damaged. Called before something missing is called unknown. */
  checkWhole(): MaybePromise<void>
  /** An error of the store as one that a caller can act on. */
  explain(error: unknown): ServiceError
}

/** The keys of callers. */
export interface KeyTable {
  /** Writes in one transaction what `work` puts; no other change of keys runs meanwhile. */
  changeKeys<Result>(work: (keys: KeyStore) => Result): MaybePromise<Result>
  /** `note`: who did it, written in the same transaction. */
  putKey(key: KeyRow, note?: ActivityRow): MaybePromise<void>
  /** Notes that a key decided or read on this day. */
  putKeyUse(key: string, day: string): MaybePromise<void>
  /** Changes whenever another process has written to the store, or a key was put. */
  version(): MaybePromise<string>
}

/** The files behind a store, or its connections. */
export interface StoreUpkeep {
  readonly path: string
  /** Removes what a committed purge has left in the store's files; nothing if all is done. */
  finishPurge(experiment: string): MaybePromise<void>
  /** The same after a subject was erased, where the files belong to this process. */
  finishErase?(experiment: string, subject: string): MaybePromise<void>
  /** Whether the log grows as it cannot be written into the database, if that is ours. */
  isLogStuck?(): boolean
  backup(path: string): MaybePromise<void>
  close(): MaybePromise<void>
}

/** All of it. A use case takes the parts that it needs. */
export interface Store extends StoreReads, StoreWrites, StoreChecks, KeyTable, StoreUpkeep {
  readonly outbox: Outbox
  readonly sessions: SessionStore
  transactions(options: TransactionOptions): Transactions
  /** A page of experiments that match a search. */
  list(query: ListQuery): MaybePromise<ListPage>
  /** The processes that serve the store; only where there may be several. */
  replicas?(): Promise<ListedReplica[]>
}

// What the service asks of a store, SQLite or Postgres. Everything that a batch of requests changes is written in one transaction; `commit`
// returns only once that is on disk. A store keeps rows and knows no rules.

import type { ActivityQuery, ActivityRow, NumberedActivity } from "../activity/activity.ts"
import type { Status } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { ServiceError } from "../service-error.ts"
import type { TransactionOptions, Transactions } from "../transaction/transaction.ts"
import type { Outbox } from "../webhooks/outbox.ts"
import type { Changes } from "./changes.ts"
import type { ListPage, ListQuery } from "./list.ts"
import type {
  CurrentResultRow,
  DecisionRow,
  KeyRow,
  MetricFate,
  OpenWindow,
  PopulationRow,
  ReservationRow,
  RewardRow,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "./rows.ts"
import type { TableName, TableRows } from "./tables.ts"

export interface Store {
  readonly path: string
  readonly outbox: Outbox
  transactions(options: TransactionOptions): Transactions
  /** With `restored`: this is what makes a restored copy safe to serve, and the number of that restore. */
  commit(changes: Changes, restored?: number): MaybePromise<void>
  /** The number of the restore that this store is and that nobody has dealt with; null: it is no copy. */
  copied(): MaybePromise<number | null>
  /** Restores so far, those of the stores it was copied from included. */
  restores(): MaybePromise<number>
  setRestores(count: number): MaybePromise<void>
  /** Fails if the store would not keep what it acknowledges, which it tries. */
  checkWritable(): MaybePromise<void>
  /** Fails once what this process knows may no longer be what the store has; before anything is answered that is not written. */
  check(): MaybePromise<void>
  /** Fails if the store turns out to be damaged: before something that should be there is said not to be. */
  checkWhole(): MaybePromise<void>
  /** An error of the store in words; that it is damaged is remembered. */
  explain(error: unknown): ServiceError
  experiment(id: string): MaybePromise<StoredExperiment | undefined>
  /** In order of creation, after the experiment `after`. */
  experiments(options: { after?: string; limit: number; status?: Status }): MaybePromise<StoredExperiment[]>
  experimentCount(): MaybePromise<number>
  /** A page of experiments that are searched for. */
  list(query: ListQuery): MaybePromise<ListPage>
  /** Prepares for a search what changed since, and what a program wrote that knew of none. */
  prepareSearch(): MaybePromise<void>
  decision(experiment: string, id: string): MaybePromise<DecisionRow | undefined>
  reward(experiment: string, decision: number): MaybePromise<RewardRow | undefined>
  isObserved(experiment: string, decision: number): MaybePromise<boolean>
  subject(experiment: string, subject: string): MaybePromise<SubjectRow | undefined>
  population(name: string): MaybePromise<PopulationRow | undefined>
  /** By name, after `name`. */
  populationsAfter(name: string, limit: number): MaybePromise<PopulationRow[]>
  /** The experiments of a population, in order of creation. */
  membersOf(population: string): MaybePromise<StoredExperiment[]>
  reservationsAfter(population: string, person: string, limit: number): MaybePromise<ReservationRow[]>
  /** For how many people something is reserved, and for how many of them more than `full`, a sum of squares. */
  peopleOf(population: string, full: number): MaybePromise<{ readonly people: number; readonly atLimit: number }>
  snapshot(experiment: string): MaybePromise<Snapshot | undefined>
  /** Rows of one of its tables in their order, after the one that has this place: a number, for metric values `metricPlace`, or a subject. */
  rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit?: number,
  ): MaybePromise<TableRows[Name][]>
  metricFate(experiment: string, decision: number): MaybePromise<MetricFate>
  ledger(experiment: string, after: number, limit: number): MaybePromise<LedgerEntry[]>
  ledgerHead(experiment: string): MaybePromise<LedgerEntry | undefined>
  /** One for each segment that has any. */
  currentResults(experiment: string): MaybePromise<CurrentResultRow[]>
  lastEvent(experiment: string): MaybePromise<number>
  activity(query: ActivityQuery): MaybePromise<NumberedActivity[]>
  /** Latest time anything was written. */
  latestTime(): MaybePromise<number>
  keys(): MaybePromise<KeyRow[]>
  /** With `note`: who did it, in the same transaction. */
  putKey(key: KeyRow, note?: ActivityRow): MaybePromise<void>
  /** The last decision after this one that is learned from and has not joined, or not with all of its metrics. */
  lastOpen(experiment: string, after: number, metrics: number): MaybePromise<OpenWindow | undefined>
  /** Does what is left of a purge once it is committed, so that nothing of it is in the store's files; nothing if all is done. */
  finishPurge(experiment: string): MaybePromise<void>
  /** Does what is left of erasing subjects once it is committed, where the store's files are this process's to clear. */
  finishErase?(experiment: string, subject: string): MaybePromise<void>
  /** Experiments with a purge of which something is left. */
  unfinishedPurges(): MaybePromise<string[]>
  /** Notes that a key decided or read on this day. */
  putKeyUse(key: string, day: string): MaybePromise<void>
  /** Changes whenever another process has written to the store, or a key was put. */
  version(): MaybePromise<string>
  /** Small facts about the store itself, such as that it is a restored copy. */
  property(name: string): MaybePromise<string | null>
  setProperty(name: string, value: string | null): MaybePromise<void>
  /** Whether the log grows because it cannot be written into the database; only where a process looks after both. */
  isLogStuck?(): boolean
  backup(path: string): MaybePromise<void>
  close(): MaybePromise<void>
}

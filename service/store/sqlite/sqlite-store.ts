// The store in one SQLite file. Rows in, rows out. See sqlite-open.ts for what makes it durable.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"
import {
  type ActivityQuery,
  type ActivityRow,
  activityRow,
  type NumberedActivity,
  type StoredActivity,
} from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { ServiceError } from "../../service-error.ts"
import type { TransactionOptions } from "../../transaction/transaction.ts"
import type { ListPage, ListQuery } from "../list.ts"
import {
  type AcceptanceRow,
  type Changes,
  type DecisionRow,
  type DiscardRow,
  type KeyRow,
  type LeaseRow,
  type MetricFate,
  type MetricObservationRow,
  type MetricValueRow,
  type ObservationRow,
  type PopulationRow,
  type PublicEvent,
  placeParts,
  type ReservationRow,
  type ResultRow,
  type RewardRow,
  type Slot,
  type Snapshot,
  type StandingRow,
  type Store,
  type StoredExperiment,
  type SubjectRow,
} from "../store.ts"
import {
  type EntryRow,
  type ExperimentRow,
  keyColumns,
  keyRow,
  keyValues,
  ledgerEntry,
  populationRow,
  reservationRow,
  type StoredKey,
  type StoredPopulation,
  type StoredReservation,
  searchedValues,
  storedExperiment,
  type UnsearchedRow,
} from "../stored-rows.ts"
import { anyUnfinishedPurge, purgesIn, unfinishedPurge } from "../unfinished-purge.ts"
import { createPrivately } from "./private-file.ts"
import { readAnew, type StoreState, stateSql } from "./read-anew.ts"
import { damageOf, isSoonChecked } from "./sqlite-damage.ts"
import { sqliteError } from "./sqlite-error.ts"
import { SqliteIdentity } from "./sqlite-identity.ts"
import { SqliteJournal } from "./sqlite-journal.ts"
import { listIn } from "./sqlite-list.ts"
import { checkDurability, type OpenOptions, openSqlite } from "./sqlite-open.ts"
import { clearFile } from "./sqlite-purge.ts"
import { SqliteStatements } from "./sqlite-statements.ts"
import { SqliteTransactions } from "./sqlite-transactions.ts"
import { writeActivity, writeJournal, writeRest } from "./sqlite-write.ts"
import { StoreGuard } from "./store-guard.ts"

export function openSqliteStore(path: string, options: OpenOptions = {}): SqliteStore {
  const { database, real, owned } = openSqlite(path, options)
  try {
    // Whoever only reads sees the store as it is now, while another process goes on writing.
    if (options.readOnly === true) database.exec("BEGIN")
    return new SqliteStore(database, real, new StoreGuard(owned), options)
  } catch (error) {
    database.close()
    throw sqliteError(error)
  }
}

/** Enough that the rows of a hundred experiments share pages; settled in many small steps. */
const usualSettleAt = 8000

/** Checks take at most one part in twenty of the time, however often they are asked for. */
const largestPause = 20

const putUseSql =
  "INSERT INTO key_uses (key, day) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET day = max(day, excluded.day)"

export class SqliteStore implements Store {
  readonly path: string
  readonly database: DatabaseSyncInstance
  readonly #guard: StoreGuard
  readonly #rows: SqliteStatements
  readonly #journal: SqliteJournal
  readonly #identity: SqliteIdentity
  readonly #isReadOnly: boolean
  /** Only the process that serves the store commits, and only it may settle. */
  #isWriter = false
  #keyWrites = 0
  /** Until then a check that found nothing is believed. */
  #checkedUntil = 0

  constructor(
    database: DatabaseSyncInstance,
    path: string,
    guard: StoreGuard,
    { settleAt = usualSettleAt, readOnly = false }: OpenOptions,
  ) {
    this.database = database
    this.path = path
    this.#guard = guard
    this.#rows = new SqliteStatements(database, guard)
    this.#journal = new SqliteJournal(this.#rows, settleAt)
    this.#isReadOnly = readOnly
    this.#identity = new SqliteIdentity(this.#rows, path, readOnly)
  }

  transactions(options: TransactionOptions): SqliteTransactions {
    return new SqliteTransactions(this, options)
  }

  commit(changes: Changes, restored?: number): void {
    const incoming = changes.decisions.length + changes.rewards.length + changes.observations.length
    // Subjects are erased, and rewards removed, in the tables, so everything has to be there.
    const isErasing = changes.erased.length + changes.purged.length > 0
    this.#beginRestore(restored)
    this.#rows.transaction(() => {
      this.#checkOwner()
      if (isErasing) {
        this.#journal.settleAll()
        writeJournal(this.#rows, changes)
      } else {
        this.#journal.settleSome(incoming)
        if (incoming + changes.repeats.length > 0) this.#journal.append(changes)
      }
      writeRest(this.#rows, changes)
      this.#identity.write(restored)
    })
    this.#isWriter = true
    if (isErasing) this.#journal.settledAll()
    else {
      this.#journal.settledSome()
      this.#journal.appended(changes)
    }
    // Only now is it known to be under the store's name.
    this.#guard.checkKept()
    this.#identity.committed()
  }

  check(): void {
    this.#checkOwner()
    this.#guard.checkKept()
  }

  copied(): number | null {
    return this.#identity.copied
  }

  restores(): number {
    return this.#identity.restores
  }

  setRestores(count: number): void {
    this.#identity.restores = count
  }

  checkWritable(): void {
    this.#rows.transaction(() => {
      this.#checkOwner()
      checkDurability(this.database, this.path)
      this.#journal.tryRow()
    })
    this.#guard.checkKept()
  }

  checkWhole(): void {
    const started = performance.now()
    if (started < this.#checkedUntil || !isSoonChecked(this.database)) return
    const found = this.database.isTransaction ? null : damageOf(this.database, 1)
    if (found !== null) throw this.#rows.damaged()
    const ended = performance.now()
    this.#checkedUntil = ended + largestPause * (ended - started)
  }

  explain(error: unknown): ServiceError {
    return this.#guard.explain(error)
  }

  experiment(id: string): StoredExperiment | undefined {
    const row = this.#rows.get<ExperimentRow>("SELECT * FROM experiments WHERE id = ?", id)
    return row === undefined ? undefined : this.#parsed(() => this.#stored(row))
  }

  experiments({ after, limit, status }: { after?: string; limit: number; status?: Status }): StoredExperiment[] {
    const number = (id: string) =>
      this.#rows.get<{ number: number }>("SELECT number FROM experiments WHERE id = ?", id)?.number
    const rows = this.#rows.all<ExperimentRow>(
      "SELECT * FROM experiments WHERE number > ? AND (? IS NULL OR status = ?) ORDER BY number LIMIT ?",
      after === undefined ? 0 : (number(after) ?? 0),
      status ?? null,
      status ?? null,
      limit,
    )
    return this.#parsed(() => rows.map((row) => this.#stored(row)))
  }

  list(query: ListQuery): ListPage {
    const from = {
      stored: (row: ExperimentRow) => this.#stored(row),
      snapshot: (id: string) => this.snapshot(id),
      decisionsAfter: (id: string, sequence: number, limit: number) => this.decisionsAfter(id, sequence, limit),
    }
    return this.#parsed(() => listIn(this.#rows, from, query))
  }

  prepareSearch(): void {
    const sql = "SELECT id, definition, name, description, labels FROM experiments WHERE searched IS NULL LIMIT 1"
    if (this.#rows.get(sql) === undefined) return
    this.#rows.transaction(() => {
      this.#checkOwner()
      const rows = this.#rows.all<UnsearchedRow & { id: string }>(sql.replace("LIMIT 1", ""))
      for (const row of rows)
        this.#rows.run(
          "UPDATE experiments SET searched = ?, created_at = ? WHERE id = ?",
          ...searchedValues(row),
          row.id,
        )
    })
  }

  experimentCount(): number {
    return this.#rows.get<{ n: number }>("SELECT count(*) AS n FROM experiments")?.n ?? 0
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    return this.#journal.decision(experiment, id)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    return this.#journal.learnedDecision(experiment, subject)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.#journal.reward(experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    return this.#journal.isObserved(experiment, decision)
  }

  decisionsAfter(experiment: string, sequence: number, limit: number): DecisionRow[] {
    return this.#journal.decisionsAfter(experiment, sequence, limit)
  }

  rewardsAfter(experiment: string, decision: number, limit: number): RewardRow[] {
    return this.#journal.rewardsAfter(experiment, decision, limit)
  }

  observationsAfter(experiment: string, sequence: number, limit: number): (ObservationRow & Slot)[] {
    return this.#journal.observationsAfter(experiment, sequence, limit)
  }

  metricFate(experiment: string, decision: number): MetricFate {
    const of = "WHERE experiment = ? AND decision = ? ORDER BY metric"
    const given = this.#rows.all<MetricValueRow>(`SELECT * FROM metric_values ${of}`, experiment, decision)
    const observed = this.#rows.all<{ metric: number }>(
      `SELECT metric FROM metric_observations ${of}`,
      experiment,
      decision,
    )
    return { given, observed: observed.map(({ metric }) => metric) }
  }

  metricValuesAfter(experiment: string, place: number, limit: number): MetricValueRow[] {
    if (!this.#has("metric_values")) return []
    const sql =
      "SELECT * FROM metric_values WHERE experiment = ? AND (decision, metric) > (?, ?) ORDER BY decision, metric LIMIT ?"
    return this.#rows.all(sql, experiment, ...placeParts(place), limit)
  }

  metricObservationsAfter(experiment: string, sequence: number, limit: number): (MetricObservationRow & Slot)[] {
    if (!this.#has("metric_observations")) return []
    const sql = "SELECT * FROM metric_observations WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?"
    const rows = this.#rows.all<MetricObservationRow>(sql, experiment, sequence, limit)
    return rows.map((row) => ({ ...row, ...this.#journal.slotOf(experiment, row.decision) }))
  }

  latestTime(): number {
    return this.#journal.latestTime()
  }

  lastDue(experiment: string): number | null {
    return this.#journal.lastDue(experiment)
  }

  finishPurge(experiment: string): void {
    if (this.property(unfinishedPurge(experiment)) === null) return
    try {
      clearFile(this.database)
    } catch (error) {
      throw this.#guard.explain(error)
    }
    this.#guard.checkKept()
    this.setProperty(unfinishedPurge(experiment), null)
  }

  unfinishedPurges(): string[] {
    const sql = "SELECT name FROM properties WHERE name LIKE ?"
    return purgesIn(this.#rows.all<{ name: string }>(sql, anyUnfinishedPurge).map(({ name }) => name))
  }

  subject(experiment: string, subject: string): SubjectRow | undefined {
    return this.#rows.get("SELECT * FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
  }

  subjectsAfter(experiment: string, subject: string, limit: number): SubjectRow[] {
    const sql = "SELECT * FROM subjects WHERE experiment = ? AND subject > ? ORDER BY subject LIMIT ?"
    return this.#rows.all(sql, experiment, subject, limit)
  }

  population(name: string): PopulationRow | undefined {
    if (!this.#has("populations")) return undefined
    const row = this.#rows.get<StoredPopulation>("SELECT * FROM populations WHERE name = ?", name)
    return row === undefined ? undefined : populationRow(row)
  }

  isPopulationUsed(name: string): boolean {
    return this.#rows.get("SELECT 1 FROM members WHERE population = ? LIMIT 1", name) !== undefined
  }

  populationsAfter(name: string, limit: number): PopulationRow[] {
    if (!this.#has("populations")) return []
    const sql = "SELECT * FROM populations WHERE name > ? ORDER BY name LIMIT ?"
    return this.#rows.all<StoredPopulation>(sql, name, limit).map(populationRow)
  }

  membersOf(population: string): StoredExperiment[] {
    if (!this.#has("members")) return []
    const sql =
      "SELECT e.* FROM members m JOIN experiments e ON e.id = m.experiment WHERE m.population = ? ORDER BY e.number"
    const rows = this.#rows.all<ExperimentRow>(sql, population)
    return this.#parsed(() => rows.map((row) => this.#stored(row)))
  }

  reservation(population: string, person: string): ReservationRow | undefined {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person = ?"
    const row = this.#rows.get<StoredReservation>(sql, population, person)
    return row === undefined ? undefined : reservationRow(row)
  }

  reservationsAfter(population: string, person: string, limit: number): ReservationRow[] {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person > ? ORDER BY person LIMIT ?"
    return this.#rows.all<StoredReservation>(sql, population, person, limit).map(reservationRow)
  }

  peopleOf(population: string, full: number): { people: number; atLimit: number } {
    const sql =
      "SELECT count(*) AS people, count(*) FILTER (WHERE CAST(high AS REAL) > ?) AS atLimit FROM reservations WHERE population = ?"
    return this.#rows.get(sql, full, population) as { people: number; atLimit: number }
  }

  snapshot(experiment: string): Snapshot | undefined {
    return this.#rows.get("SELECT * FROM snapshots WHERE experiment = ?", experiment)
  }

  discardsAfter(experiment: string, sequence: number): DiscardRow[] {
    const sql = "SELECT * FROM discards WHERE experiment = ? AND sequence > ? ORDER BY sequence"
    return this.#rows
      .all<DiscardRow>(sql, experiment, sequence)
      .map((row) => ({ ...row, restores: row.restores ?? null }))
  }

  acceptancesAfter(experiment: string, sequence: number): AcceptanceRow[] {
    if (!this.#has("acceptances")) return []
    const sql = "SELECT * FROM acceptances WHERE experiment = ? AND sequence > ? ORDER BY sequence"
    return this.#rows.all(sql, experiment, sequence)
  }

  leasesAfter(experiment: string, sequence: number, limit: number): LeaseRow[] {
    if (!this.#has("leases")) return []
    const sql = "SELECT * FROM leases WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?"
    return this.#rows.all(sql, experiment, sequence, limit)
  }

  ledger(experiment: string, after: number, limit: number): LedgerEntry[] {
    const rows = this.#rows.all<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?`,
      experiment,
      after,
      limit,
    )
    return this.#parsed(() => rows.map(ledgerEntry))
  }

  ledgerHead(experiment: string): LedgerEntry | undefined {
    const row = this.#rows.get<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? ORDER BY number DESC LIMIT 1`,
      experiment,
    )
    return row === undefined ? undefined : this.#parsed(() => ledgerEntry(row))
  }

  results(experiment: string, after: number, limit: number): ResultRow[] {
    if (!this.#has("results")) return []
    const sql = "SELECT * FROM results WHERE experiment = ? AND release > ? ORDER BY release LIMIT ?"
    return this.#rows.all(sql, experiment, after, limit)
  }

  standings(experiment: string): StandingRow[] {
    if (!this.#has("standings")) return []
    return this.#rows.all("SELECT * FROM standings WHERE experiment = ? ORDER BY segment", experiment)
  }

  withoutResults(): string[] {
    const sql = `SELECT id FROM experiments e WHERE (SELECT count(*) FROM ledger_secrets l WHERE l.experiment = e.id) >
      (SELECT count(*) FROM results r WHERE r.experiment = e.id) ORDER BY number`
    return this.#rows.all<{ id: string }>(sql).map(({ id }) => id)
  }

  events(experiment: string, after: number, limit: number): PublicEvent[] {
    const sql = "SELECT * FROM events WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?"
    return this.#rows.all(sql, experiment, after, limit)
  }

  lastEvent(experiment: string): number {
    const sql = "SELECT max(number) AS n FROM events WHERE experiment = ?"
    return this.#rows.get<{ n: number | null }>(sql, experiment)?.n ?? 0
  }

  activity({ after, limit, isNewestFirst = false, only }: ActivityQuery): NumberedActivity[] {
    if (!this.#has("activity")) return []
    const rows = this.#rows.all<StoredActivity>(
      `SELECT * FROM activity WHERE number ${isNewestFirst ? "<" : ">"} ?
       AND (? OR experiment IN (SELECT value FROM json_each(?)) OR (experiment IS NULL AND ?))
       ORDER BY number ${isNewestFirst ? "DESC" : ""} LIMIT ?`,
      after ?? (isNewestFirst ? Number.MAX_SAFE_INTEGER : 0),
      only === undefined ? 1 : 0,
      JSON.stringify((only ?? []).filter((id) => id !== null)),
      only?.includes(null) === true ? 1 : 0,
      limit,
    )
    return rows.map(activityRow)
  }

  keys(): KeyRow[] {
    const rows = this.#rows.all<StoredKey>(
      this.#has("key_uses")
        ? "SELECT k.*, u.day FROM keys k LEFT JOIN key_uses u ON u.key = k.id ORDER BY k.created_at, k.id"
        : "SELECT * FROM keys ORDER BY created_at, id",
    )
    return this.#parsed(() => rows.map(keyRow))
  }

  putKey(key: KeyRow, note?: ActivityRow): void {
    this.#keyWrites += 1
    this.#rows.transaction(() => {
      this.#rows.run(`INSERT OR REPLACE INTO keys (${keyColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, ...keyValues(key))
      if (key.usedOn !== undefined) this.#rows.run(putUseSql, key.id, key.usedOn)
      if (note !== undefined) writeActivity(this.#rows, note)
    })
  }

  putKeyUse(key: string, day: string): void {
    this.#rows.transaction(() => {
      this.#checkOwner()
      this.#rows.run(putUseSql, key, day)
    })
  }

  version(): string {
    return `${this.#rows.get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0}.${this.#keyWrites}`
  }

  property(name: string): string | null {
    return this.#rows.get<{ value: string }>("SELECT value FROM properties WHERE name = ?", name)?.value ?? null
  }

  setProperty(name: string, value: string | null): void {
    this.#rows.transaction(() => {
      this.#checkOwner()
      if (value === null) this.#rows.run("DELETE FROM properties WHERE name = ?", name)
      else this.#rows.run("INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)", name, value)
    })
  }

  backup(path: string): void {
    // Readers hold one view of the store; a copy is made outside of it.
    if (this.database.isTransaction) this.database.exec("COMMIT")
    createPrivately(path)
    this.#rows.run("VACUUM INTO ?", path)
  }

  close(): void {
    if (!this.database.isOpen) return
    if (this.#isWriter && !this.#journal.isTidy) this.#settleAll()
    // A reader's view holds a lock, which may outlive the connection until its statements are collected.
    try {
      if (this.database.isTransaction) this.database.exec("COMMIT")
    } catch {
      // A file that is damaged does not let go in order.
    }
    if (!this.#isReadOnly) this.#emptyLog()
    this.#rows.close()
  }

  /** So that the file alone is all there is: a log that stays behind would be played onto whatever file is put in its place. */
  #emptyLog(): void {
    try {
      this.#checkOwner()
      this.database.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      // Another process is at work, and what it has to keep is in the log; or this one may no longer touch the files.
    }
  }

  #beginRestore(restored: number | undefined): void {
    try {
      this.#identity.begin(restored)
    } catch (error) {
      throw this.#guard.explain(error)
    }
  }

  #stored(row: ExperimentRow): StoredExperiment {
    const stored = storedExperiment(row)
    if (this.#has("acceptances")) return stored
    const restores = this.discardsAfter(stored.experiment.id, 0).length
    return { ...stored, restores, accepted: restores }
  }

  /** Files that are only read may be older. */
  #has(table: string): boolean {
    return this.#rows.get("SELECT 1 FROM sqlite_schema WHERE name = ?", table) !== undefined
  }

  /** Leaves a tidy file behind; if that fails, the next process finds the tail and goes on with it. */
  #settleAll(): void {
    try {
      this.#rows.transaction(() => {
        this.#checkOwner()
        this.#journal.settleAll()
      })
      this.#journal.settledAll()
    } catch {
      // What waits is still in the tail.
    }
  }

  /** Read by the statements of the transaction under way, if there is one. */
  #checkOwner(): void {
    this.#guard.checkOwner(() =>
      this.#rows.get(
        `SELECT (SELECT value FROM properties WHERE name = 'owner') AS owner,
           (SELECT value FROM properties WHERE name = 'frozen') AS frozen`,
      ),
    )
    this.#guard.checkUntouched(() => readAnew(this.path, this.#rows.get(stateSql) as StoreState))
  }

  #parsed<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#guard.explain(error)
    }
  }
}

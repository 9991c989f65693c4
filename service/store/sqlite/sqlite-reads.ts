// What is read from a SQLite file: rows as operations know them. Files that are only read may be older.

import { type ActivityQuery, activityRow, type NumberedActivity, type StoredActivity } from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { ListPage, ListQuery } from "../list.ts"
import {
  type AcceptanceRow,
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
  type StoredExperiment,
  type SubjectRow,
} from "../store.ts"
import {
  type EntryRow,
  type ExperimentRow,
  keyRow,
  ledgerEntry,
  populationRow,
  reservationRow,
  type StoredKey,
  type StoredPopulation,
  type StoredReservation,
  storedExperiment,
} from "../stored-rows.ts"
import { anyUnfinishedPurge, purgesIn } from "../unfinished-purge.ts"
import { SqliteJournal } from "./sqlite-journal.ts"
import { listIn } from "./sqlite-list.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import type { StoreGuard } from "./store-guard.ts"

export class SqliteReads {
  protected readonly rows: SqliteStatements
  protected readonly guard: StoreGuard
  readonly #journal: SqliteJournal

  constructor(rows: SqliteStatements, guard: StoreGuard) {
    this.rows = rows
    this.guard = guard
    this.#journal = new SqliteJournal(rows)
  }

  experiment(id: string): StoredExperiment | undefined {
    const row = this.rows.get<ExperimentRow>("SELECT * FROM experiments WHERE id = ?", id)
    return row === undefined ? undefined : this.#parsed(() => this.#stored(row))
  }

  experiments({ after, limit, status }: { after?: string; limit: number; status?: Status }): StoredExperiment[] {
    const number = (id: string) =>
      this.rows.get<{ number: number }>("SELECT number FROM experiments WHERE id = ?", id)?.number
    const rows = this.rows.all<ExperimentRow>(
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
    return this.#parsed(() => listIn(this.rows, from, query))
  }

  experimentCount(): number {
    return this.rows.get<{ n: number }>("SELECT count(*) AS n FROM experiments")?.n ?? 0
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
    const given = this.rows.all<MetricValueRow>(`SELECT * FROM metric_values ${of}`, experiment, decision)
    const observed = this.rows.all<{ metric: number }>(
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
    return this.rows.all(sql, experiment, ...placeParts(place), limit)
  }

  metricObservationsAfter(experiment: string, sequence: number, limit: number): (MetricObservationRow & Slot)[] {
    if (!this.#has("metric_observations")) return []
    const sql = "SELECT * FROM metric_observations WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?"
    const rows = this.rows.all<MetricObservationRow>(sql, experiment, sequence, limit)
    return rows.map((row) => ({ ...row, ...this.#journal.slotOf(experiment, row.decision) }))
  }

  journalLength(): number {
    return this.#journal.length()
  }

  latestTime(): number {
    return this.#journal.latestTime()
  }

  lastDue(experiment: string): number | null {
    return this.#journal.lastDue(experiment)
  }

  unfinishedPurges(): string[] {
    const sql = "SELECT name FROM properties WHERE name LIKE ?"
    return purgesIn(this.rows.all<{ name: string }>(sql, anyUnfinishedPurge).map(({ name }) => name))
  }

  subject(experiment: string, subject: string): SubjectRow | undefined {
    return this.rows.get("SELECT * FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
  }

  subjectsAfter(experiment: string, subject: string, limit: number): SubjectRow[] {
    const sql = "SELECT * FROM subjects WHERE experiment = ? AND subject > ? ORDER BY subject LIMIT ?"
    return this.rows.all(sql, experiment, subject, limit)
  }

  population(name: string): PopulationRow | undefined {
    if (!this.#has("populations")) return undefined
    const row = this.rows.get<StoredPopulation>("SELECT * FROM populations WHERE name = ?", name)
    return row === undefined ? undefined : populationRow(row)
  }

  isPopulationUsed(name: string): boolean {
    return this.rows.get("SELECT 1 FROM members WHERE population = ? LIMIT 1", name) !== undefined
  }

  populationsAfter(name: string, limit: number): PopulationRow[] {
    if (!this.#has("populations")) return []
    const sql = "SELECT * FROM populations WHERE name > ? ORDER BY name LIMIT ?"
    return this.rows.all<StoredPopulation>(sql, name, limit).map(populationRow)
  }

  membersOf(population: string): StoredExperiment[] {
    if (!this.#has("members")) return []
    const sql =
      "SELECT e.* FROM members m JOIN experiments e ON e.id = m.experiment WHERE m.population = ? ORDER BY e.number"
    const rows = this.rows.all<ExperimentRow>(sql, population)
    return this.#parsed(() => rows.map((row) => this.#stored(row)))
  }

  reservation(population: string, person: string): ReservationRow | undefined {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person = ?"
    const row = this.rows.get<StoredReservation>(sql, population, person)
    return row === undefined ? undefined : reservationRow(row)
  }

  reservationsAfter(population: string, person: string, limit: number): ReservationRow[] {
    const sql = "SELECT * FROM reservations WHERE population = ? AND person > ? ORDER BY person LIMIT ?"
    return this.rows.all<StoredReservation>(sql, population, person, limit).map(reservationRow)
  }

  peopleOf(population: string, full: number): { people: number; atLimit: number } {
    const sql =
      "SELECT count(*) AS people, count(*) FILTER (WHERE CAST(high AS REAL) > ?) AS atLimit FROM reservations WHERE population = ?"
    return this.rows.get(sql, full, population) as { people: number; atLimit: number }
  }

  snapshot(experiment: string): Snapshot | undefined {
    return this.rows.get("SELECT * FROM snapshots WHERE experiment = ?", experiment)
  }

  discardsAfter(experiment: string, sequence: number): DiscardRow[] {
    const sql = "SELECT * FROM discards WHERE experiment = ? AND sequence > ? ORDER BY sequence"
    return this.rows
      .all<DiscardRow>(sql, experiment, sequence)
      .map((row) => ({ ...row, restores: row.restores ?? null }))
  }

  acceptancesAfter(experiment: string, sequence: number): AcceptanceRow[] {
    if (!this.#has("acceptances")) return []
    const sql = "SELECT * FROM acceptances WHERE experiment = ? AND sequence > ? ORDER BY sequence"
    return this.rows.all(sql, experiment, sequence)
  }

  leasesAfter(experiment: string, sequence: number, limit: number): LeaseRow[] {
    if (!this.#has("leases")) return []
    const sql = "SELECT * FROM leases WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?"
    return this.rows.all(sql, experiment, sequence, limit)
  }

  ledger(experiment: string, after: number, limit: number): LedgerEntry[] {
    const rows = this.rows.all<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?`,
      experiment,
      after,
      limit,
    )
    return this.#parsed(() => rows.map(ledgerEntry))
  }

  ledgerHead(experiment: string): LedgerEntry | undefined {
    const row = this.rows.get<EntryRow>(
      `SELECT entry, sequence, salt FROM ledger LEFT JOIN ledger_secrets USING (experiment, number)
       WHERE experiment = ? ORDER BY number DESC LIMIT 1`,
      experiment,
    )
    return row === undefined ? undefined : this.#parsed(() => ledgerEntry(row))
  }

  results(experiment: string, after: number, limit: number): ResultRow[] {
    if (!this.#has("results")) return []
    const sql = "SELECT * FROM results WHERE experiment = ? AND release > ? ORDER BY release LIMIT ?"
    return this.rows.all(sql, experiment, after, limit)
  }

  standings(experiment: string): StandingRow[] {
    if (!this.#has("standings")) return []
    return this.rows.all("SELECT * FROM standings WHERE experiment = ? ORDER BY segment", experiment)
  }

  withoutResults(): string[] {
    const sql = `SELECT id FROM experiments e WHERE (SELECT count(*) FROM ledger_secrets l WHERE l.experiment = e.id) >
      (SELECT count(*) FROM results r WHERE r.experiment = e.id) ORDER BY number`
    return this.rows.all<{ id: string }>(sql).map(({ id }) => id)
  }

  events(experiment: string, after: number, limit: number): PublicEvent[] {
    const sql = "SELECT * FROM events WHERE experiment = ? AND number > ? ORDER BY number LIMIT ?"
    return this.rows.all(sql, experiment, after, limit)
  }

  lastEvent(experiment: string): number {
    const sql = "SELECT max(number) AS n FROM events WHERE experiment = ?"
    return this.rows.get<{ n: number | null }>(sql, experiment)?.n ?? 0
  }

  activity({ after, limit, isNewestFirst = false, only }: ActivityQuery): NumberedActivity[] {
    if (!this.#has("activity")) return []
    const rows = this.rows.all<StoredActivity>(
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
    const rows = this.rows.all<StoredKey>(
      this.#has("key_uses")
        ? "SELECT k.*, u.day FROM keys k LEFT JOIN key_uses u ON u.key = k.id ORDER BY k.created_at, k.id"
        : "SELECT * FROM keys ORDER BY created_at, id",
    )
    return this.#parsed(() => rows.map(keyRow))
  }

  property(name: string): string | null {
    return this.rows.get<{ value: string }>("SELECT value FROM properties WHERE name = ?", name)?.value ?? null
  }

  #stored(row: ExperimentRow): StoredExperiment {
    const stored = storedExperiment(row)
    if (this.#has("acceptances")) return stored
    const restores = this.discardsAfter(stored.experiment.id, 0).length
    return { ...stored, restores, accepted: restores }
  }

  /** Files that are only read may be older. */
  #has(table: string): boolean {
    return this.rows.get("SELECT 1 FROM sqlite_schema WHERE name = ?", table) !== undefined
  }

  #parsed<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.guard.explain(error)
    }
  }
}

// What is read from a SQLite file: rows as operations know them.

import { type ActivityQuery, activityRow, type NumberedActivity, type StoredActivity } from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import { type JournalColumns, journalColumns } from "../journal-columns.ts"
import type { ListPage, ListQuery } from "../list.ts"
import type {
  CurrentResultRow,
  KeyRow,
  MetricFate,
  MetricValueRow,
  PopulationRow,
  ReservationRow,
  Slot,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "../rows.ts"
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
import { afterStatements, columnsRead, placeValues, type TableName, type TableRows, tables } from "../tables.ts"
import { anyUnfinishedPurge, purgesIn } from "../unfinished-purge.ts"
import { SqliteJournal } from "./sqlite-journal.ts"
import { listIn } from "./sqlite-list.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import type { StoreGuard } from "./store-guard.ts"

const afterSql = afterStatements(
  "",
  () => "r.*",
  () => "?",
)

/** Of which many rows are read at once; all their columns are whole numbers or texts, and are there since the table is. */
const longTables = new Set<TableName>(["decisions", "rewards", "observations", "metricValues", "metricObservations"])

export class SqliteReads extends SqliteJournal {
  protected readonly guard: StoreGuard

  constructor(rows: SqliteStatements, guard: StoreGuard) {
    super(rows)
    this.guard = guard
  }

  experiment(id: string): StoredExperiment | undefined {
    const row = this.rows.get<ExperimentRow>("SELECT * FROM experiments WHERE id = ?", id)
    return row === undefined ? undefined : this.#parsed(() => storedExperiment(row))
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
    return this.#parsed(() => rows.map((row) => storedExperiment(row)))
  }

  async list(query: ListQuery): Promise<ListPage> {
    try {
      return await listIn(this.rows, this, query)
    } catch (error) {
      throw this.guard.explain(error)
    }
  }

  experimentCount(): number {
    return this.rows.get<{ n: number }>("SELECT count(*) AS n FROM experiments")?.n ?? 0
  }

  rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit = Number.MAX_SAFE_INTEGER,
  ): TableRows[Name][] {
    const values = [experiment, ...placeValues(table, place), limit]
    if (longTables.has(table)) return this.rows.many(columnsRead(tables[table]), afterSql[table], ...values)
    return this.rows.all<TableRows[Name]>(afterSql[table], ...values)
  }

  /** Of the long tables what the journal has of them, column by column: less than half the time of rows with all their columns. */
  journalColumns<Name extends keyof JournalColumns>(
    table: Name,
    experiment: string,
    after: number,
    limit: number,
  ): JournalColumns[Name] {
    const { name } = tables[table]
    const columns: readonly string[] = journalColumns[table]
    const read = this.rows.get<Record<string, string>>(
      `SELECT ${columns.map((column) => `json_group_array(${column}) AS ${column}`).join(", ")} FROM
       (SELECT ${columns.join(", ")} FROM ${name} WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?)`,
      experiment,
      after,
      limit,
    )
    return Object.fromEntries(columns.map((column) => [column, JSON.parse(read?.[column] ?? "[]")])) as never
  }

  /** Of observations after one of them, by sequence: the slot of each one's decision. */
  slotsAfter(
    table: "observations" | "metricObservations",
    experiment: string,
    after: number,
    limit: number,
  ): Map<number, Slot> {
    const columns = ["sequence", "segment", "arm", "pull"]
    const sql = `SELECT r.sequence, d.segment, d.arm, d.pull FROM ${tables[table].name} r
      JOIN decisions d ON d.experiment = r.experiment AND d.sequence = r.decision
      WHERE r.experiment = ? AND r.sequence > ? ORDER BY r.sequence LIMIT ?`
    const lists = this.rows.lists<[number, string, number, number]>(columns, sql, experiment, after, limit)
    return new Map(lists.map(([sequence, segment, arm, pull]) => [sequence, { segment, arm, pull }]))
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

  unfinishedPurges(): string[] {
    const sql = "SELECT name FROM properties WHERE name LIKE ?"
    return purgesIn(this.rows.all<{ name: string }>(sql, anyUnfinishedPurge).map(({ name }) => name))
  }

  subject(experiment: string, subject: string): SubjectRow | undefined {
    return this.rows.get("SELECT * FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
  }

  population(name: string): PopulationRow | undefined {
    const row = this.rows.get<StoredPopulation>("SELECT * FROM populations WHERE name = ?", name)
    return row === undefined ? undefined : populationRow(row)
  }

  isPopulationUsed(name: string): boolean {
    return this.rows.get("SELECT 1 FROM members WHERE population = ? LIMIT 1", name) !== undefined
  }

  populationsAfter(name: string, limit: number): PopulationRow[] {
    const sql = "SELECT * FROM populations WHERE name > ? ORDER BY name LIMIT ?"
    return this.rows.all<StoredPopulation>(sql, name, limit).map(populationRow)
  }

  membersOf(population: string): StoredExperiment[] {
    const sql =
      "SELECT e.* FROM members m JOIN experiments e ON e.id = m.experiment WHERE m.population = ? ORDER BY e.number"
    const rows = this.rows.all<ExperimentRow>(sql, population)
    return this.#parsed(() => rows.map((row) => storedExperiment(row)))
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

  currentResults(experiment: string): CurrentResultRow[] {
    return this.rows.all("SELECT * FROM current_results WHERE experiment = ? ORDER BY segment", experiment)
  }

  lastEvent(experiment: string): number {
    const sql = "SELECT max(number) AS n FROM events WHERE experiment = ?"
    return this.rows.get<{ n: number | null }>(sql, experiment)?.n ?? 0
  }

  activity({ after, limit, isNewestFirst = false, only }: ActivityQuery): NumberedActivity[] {
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
      "SELECT k.*, u.day FROM keys k LEFT JOIN key_uses u ON u.key = k.id ORDER BY k.created_at, k.id",
    )
    return this.#parsed(() => rows.map(keyRow))
  }

  property(name: string): string | null {
    return this.rows.get<{ value: string }>("SELECT value FROM properties WHERE name = ?", name)?.value ?? null
  }

  #parsed<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.guard.explain(error)
    }
  }
}

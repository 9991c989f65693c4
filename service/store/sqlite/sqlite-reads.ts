// Reads rows from a SQLite file.

import { type ActivityQuery, activityRow, type NumberedActivity, type StoredActivity } from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import { loadExperiment } from "../../live/load-experiment.ts"
import type { JournalColumns } from "../journal-columns.ts"
import type { CurrentResultRow } from "../result-rows.ts"
import { keysSql, readKey, type SelectedKey } from "../row-columns.ts"
import type {
  DecisionRow,
  KeyRow,
  MetricFate,
  MetricValueRow,
  OpenWindow,
  RewardRow,
  Slot,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "../rows.ts"
import type { NamedExperiment, SubjectName } from "../store.ts"
import { anyUnfinishedPurge, parsePurges } from "../store-properties.ts"
import { type EntryRow, type ExperimentRow, lastOpenSql, ledgerEntry, storedExperiment } from "../stored-rows.ts"
import { afterStatements, columnsRead, placeValues, type TableName, type TableRows, tables } from "../tables.ts"
import { readJournalColumns, readSlots } from "./sqlite-journal.ts"
import { SqlitePopulations } from "./sqlite-populations.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import type { StoreGuard } from "./store-guard.ts"

const afterSql = afterStatements(
  "",
  () => "r.*",
  () => "?",
)

/** Tables that are read as one JSON text, which is faster for many rows. */
const longTables = new Set<TableName>(["decisions", "rewards", "observations", "metricValues", "metricObservations"])

export class SqliteReads {
  protected readonly rows: SqliteStatements
  protected readonly guard: StoreGuard
  readonly populations: SqlitePopulations

  constructor(rows: SqliteStatements, guard: StoreGuard) {
    this.rows = rows
    this.guard = guard
    this.populations = new SqlitePopulations(rows, (read) => this.#parsed(read))
  }

  decision(experiment: string, id: string): DecisionRow | undefined {
    // In two steps, so that a row which only its index knows is damage and not unknown.
    const known = this.rows.get<{ sequence: number }>(
      "SELECT sequence FROM decisions INDEXED BY decisions_by_id WHERE experiment = ? AND id = ?",
      experiment,
      id,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  learnedDecision(experiment: string, subject: string): DecisionRow | undefined {
    const known = this.rows.get<{ sequence: number }>(
      `SELECT sequence FROM decisions INDEXED BY decisions_by_subject
       WHERE experiment = ? AND subject = ? AND pull IS NOT NULL ORDER BY sequence LIMIT 1`,
      experiment,
      subject,
    )
    return known === undefined ? undefined : this.#decisionAt(experiment, known.sequence)
  }

  reward(experiment: string, decision: number): RewardRow | undefined {
    return this.rows.get("SELECT * FROM rewards WHERE experiment = ? AND decision = ?", experiment, decision)
  }

  isObserved(experiment: string, decision: number): boolean {
    const sql = "SELECT 1 FROM observations WHERE experiment = ? AND decision = ?"
    return this.rows.get(sql, experiment, decision) !== undefined
  }

  /** How many decisions after this entry of the journal are learned from. */
  learnedAfter(experiment: string, sequence: number): number {
    const sql = "SELECT count(*) AS n FROM decisions WHERE experiment = ? AND sequence > ? AND pull IS NOT NULL"
    return this.rows.get<{ n: number }>(sql, experiment, sequence)?.n ?? 0
  }

  /** Decisions and observations of all experiments. */
  journalLength(): number {
    const sql = "SELECT (SELECT count(*) FROM decisions) + (SELECT count(*) FROM observations) AS n"
    return this.rows.get<{ n: number }>(sql)?.n ?? 0
  }

  lastOpen(experiment: string, after: number, metrics: number): OpenWindow | undefined {
    return this.rows.get<OpenWindow>(
      lastOpenSql("", (index) => `?${index}`),
      experiment,
      after,
      metrics,
    )
  }

  /** The latest time of any decision. */
  latestTime(): number {
    // The last decision of each experiment is found through its key; rewards have no order by time.
    const rows = this.rows.all<{ at: number | null }>(
      "SELECT (SELECT at FROM decisions d WHERE d.experiment = e.id ORDER BY sequence DESC LIMIT 1) AS at FROM experiments e",
    )
    return rows.reduce((latest, { at }) => Math.max(latest, at ?? 0), 0)
  }

  /** A decision that must be there. */
  #decisionAt(experiment: string, sequence: number): DecisionRow {
    const sql = "SELECT * FROM decisions WHERE experiment = ? AND sequence = ?"
    const row = this.rows.get<DecisionRow>(sql, experiment, sequence)
    if (row === undefined) throw this.rows.damaged()
    return row
  }

  experiment(id: string): StoredExperiment | undefined {
    const row = this.rows.get<ExperimentRow>("SELECT * FROM experiments WHERE id = ?", id)
    return row === undefined ? undefined : this.#parsed(() => storedExperiment(row))
  }

  experiments({
    after,
    limit,
    status,
  }: {
    after?: string | undefined
    limit: number
    status?: Status
  }): StoredExperiment[] {
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

  rowsLinked<Name extends TableName>(
    table: Name,
    experiment: string,
    column: "subject" | "decision",
    value: string | number,
  ): TableRows[Name][] {
    const { name, order } = tables[table]
    const sql = `SELECT * FROM ${name} WHERE experiment = ? AND ${column} = ? ORDER BY ${order.join(", ")}`
    return this.rows.all(sql, experiment, value)
  }

  journalColumns<Name extends keyof JournalColumns>(
    table: Name,
    experiment: string,
    after: number,
    limit: number,
  ): JournalColumns[Name] {
    return readJournalColumns(this.rows, table, experiment, after, limit)
  }

  slotsAfter(
    table: "observations" | "metricObservations",
    experiment: string,
    after: number,
    limit: number,
  ): Map<number, Slot> {
    return readSlots(this.rows, table, experiment, after, limit)
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

  retentionDue(now: number, limit: number): string[] {
    const sql = "SELECT id FROM experiments WHERE retention_at <= ? ORDER BY retention_at LIMIT ?"
    return this.rows.all<{ id: string }>(sql, now, limit).map(({ id }) => id)
  }

  unfinishedPurges(): string[] {
    const sql = "SELECT name FROM properties WHERE name LIKE ?"
    return parsePurges(this.rows.all<{ name: string }>(sql, anyUnfinishedPurge).map(({ name }) => name))
  }

  named(name: string | null, limit: number): NamedExperiment[] {
    const select = "SELECT id, name FROM experiments"
    const rest = "AND status <> 'archived' ORDER BY number LIMIT ?"
    return name === null
      ? this.rows.all(`${select} WHERE instr(definition, '"bulk":true') > 0 ${rest}`, limit)
      : this.rows.all(`${select} WHERE name = ? ${rest}`, name, limit)
  }

  subjects(wanted: readonly SubjectName[]): (SubjectRow | undefined)[] {
    return wanted.map(({ experiment, subject }) => this.subject(experiment, subject))
  }

  subject(experiment: string, subject: string): SubjectRow | undefined {
    return this.rows.get("SELECT * FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
  }

  snapshot(experiment: string): Snapshot | undefined {
    return this.rows.get("SELECT * FROM snapshots WHERE experiment = ?", experiment)
  }

  /** Replays what a process that was killed had no time to write. */
  latestSnapshot(stored: StoredExperiment): Snapshot | undefined {
    const live = loadExperiment(this, stored)
    return live.unsaved === 0 ? this.snapshot(stored.experiment.id) : live.snapshot()
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
    const rows = this.rows.all<SelectedKey>(keysSql(""))
    return this.#parsed(() => rows.map(readKey))
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

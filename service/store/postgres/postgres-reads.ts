// Reads rows of experiments from Postgres, by id and in the order of their journals.

import { type ActivityQuery, activityRow, type NumberedActivity, type StoredActivity } from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { CurrentResultRow } from "../result-rows.ts"
import { keysSql, readKey, type SelectedKey } from "../row-columns.ts"
import type { DecisionRow, KeyRow, OpenWindow, RewardRow, Snapshot, StoredExperiment, SubjectRow } from "../rows.ts"
import type { NamedExperiment, StoreReads, SubjectName } from "../store.ts"
import { anyUnfinishedPurge, parsePurges } from "../store-properties.ts"
import {
  type EntryRow,
  type ExperimentRow,
  lastOpenSql,
  ledgerEntry,
  selectCurrentResults,
  selectLastEvent,
  storedExperiment,
} from "../stored-rows.ts"
import { afterStatements, placeValues, type Table, type TableName, type TableRows, tables } from "../tables.ts"
import type { ReadHead } from "./live-cache.ts"
import { PostgresPopulationReads } from "./postgres-population-reads.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { checkServerState, type ServerState } from "./server-state.ts"
import { joinState, selectStateTexts } from "./state-texts.ts"
import { type LockedHead, type ReadSubject, subjectsSql } from "./transaction-rows.ts"

const listColumns = ({ columns }: Table) => `r.${columns.slice(1).join(", r.")}`

const afterSql = afterStatements("armistice.", listColumns, (index) => `$${index}`)

/** The rows of an experiment that have a value in a column. */
function linkedSql(name: TableName, column: string): string {
  const table = tables[name]
  return `SELECT ${listColumns(table)} FROM armistice.${table.name} r WHERE r.experiment = $1 AND r.${column} = $2`
}

const storedSql = `SELECT e.definition, e.name, e.description, e.labels, h.status, h.restores, h.accepted
  FROM armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number`

const entriesSql = `SELECT entry, sequence, salt FROM armistice.ledger LEFT JOIN armistice.ledger_secrets USING (experiment, number)
  WHERE experiment = $1`

interface ServerTime {
  readonly now: number
  readonly latest: number | null
}

const headSql = (
  stateSql: string,
) => `SELECT h.*, ${stateSql}, ${selectLastEvent}, ${selectCurrentResults}, ${selectStateTexts("$3::text[]")},
  coalesce((SELECT json_agg(json_build_object('entry', l.entry, 'sequence', s.sequence, 'salt', s.salt) ORDER BY l.number)
    FROM armistice.ledger l LEFT JOIN armistice.ledger_secrets s ON s.experiment = l.experiment AND s.number = l.number
    WHERE l.experiment = h.experiment AND l.number > $2), '[]') AS entries
  FROM armistice.heads h WHERE h.experiment = $1`

export class PostgresReads implements StoreReads {
  readonly session: PostgresSession
  readonly populations: PostgresPopulationReads

  constructor(session: PostgresSession) {
    this.session = session
    this.populations = new PostgresPopulationReads(session)
  }

  async experiment(id: string): Promise<StoredExperiment | undefined> {
    const [row] = await this.session.rows<ExperimentRow>(`${storedSql} WHERE e.id = $1`, [id])
    return row === undefined ? undefined : storedExperiment(row)
  }

  async experiments({
    after,
    limit,
    status,
  }: {
    after?: string | undefined
    limit: number
    status?: Status
  }): Promise<StoredExperiment[]> {
    const rows = await this.session.rows<ExperimentRow>(
      `${storedSql}
       WHERE e.number > coalesce((SELECT number FROM armistice.experiments WHERE id = $1), 0) AND ($2::text IS NULL OR h.status = $2)
       ORDER BY e.number LIMIT $3`,
      [after ?? null, status ?? null, limit],
    )
    return rows.map(storedExperiment)
  }

  async experimentCount(): Promise<number> {
    const [row] = await this.session.rows<{ n: number }>("SELECT count(*) AS n FROM armistice.experiments")
    return row?.n ?? 0
  }

  named(name: string | null, limit: number): Promise<NamedExperiment[]> {
    return this.session.rows(
      `SELECT e.id, e.name FROM armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number AND h.status <> 'archived'
       WHERE ${name === null ? `position('"bulk":true' IN e.definition) > 0` : "e.name = $2"} ORDER BY e.number LIMIT $1`,
      name === null ? [limit] : [limit, name],
    )
  }

  async subjects(wanted: readonly SubjectName[]): Promise<(SubjectRow | undefined)[]> {
    const { known } = this.session
    await known.learn(wanted.map(({ experiment }) => experiment))
    const rows = await this.session.rows<ReadSubject>(subjectsSql, [
      wanted.map(({ experiment }) => known.get(experiment)?.number ?? null),
      wanted.map(({ subject }) => subject),
    ])
    const found = new Map(rows.map((row) => [`${row.experiment}/${row.subject}`, row]))
    return wanted.map(({ experiment, subject }) => {
      const row = found.get(`${known.get(experiment)?.number}/${subject}`)
      return row === undefined ? undefined : { ...row, experiment }
    })
  }

  decision(experiment: string, id: string): Promise<DecisionRow | undefined> {
    return this.#row("decisions", "id", experiment, id)
  }

  reward(experiment: string, decision: number): Promise<RewardRow | undefined> {
    return this.#row("rewards", "decision", experiment, decision)
  }

  /** The row of an experiment that has this value in a column. */
  #row<Row>(name: TableName, column: string, experiment: string, value: string | number): Promise<Row | undefined> {
    return this.session.one(experiment, linkedSql(name, column), [value])
  }

  async snapshot(experiment: string): Promise<Snapshot | undefined> {
    const row = await this.session.one<Snapshot & Pick<ReadHead, "state_texts">>(
      experiment,
      `SELECT h.sequence, h.journal, h.swept, h.passed, h.counts, h.discarded, h.arms, h.state, ${selectStateTexts("'{}'::text[]")}
       FROM armistice.heads h WHERE h.experiment = $1 AND h.state IS NOT NULL`,
    )
    if (row === undefined) return undefined
    const { state_texts, ...snapshot } = row
    return { ...snapshot, state: joinState(snapshot.state, new Map(Object.entries(state_texts ?? {}))).whole }
  }

  latestSnapshot({ experiment }: StoredExperiment): Promise<Snapshot | undefined> {
    return this.snapshot(experiment.id)
  }

  async rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<TableRows[Name][]> {
    return this.session.all(experiment, afterSql[table], [...placeValues(table, place), limit])
  }

  rowsLinked<Name extends TableName>(
    table: Name,
    experiment: string,
    column: "subject" | "decision",
    value: string | number,
  ): Promise<TableRows[Name][]> {
    const { order } = tables[table]
    return this.session.all(experiment, `${linkedSql(table, column)} ORDER BY ${order.join(", ")}`, [value])
  }

  async ledger(experiment: string, after: number, limit: number): Promise<LedgerEntry[]> {
    const rows = await this.session.all<EntryRow>(
      experiment,
      `${entriesSql} AND number > $2 ORDER BY number LIMIT $3`,
      [after, limit],
    )
    return rows.map(ledgerEntry)
  }

  async ledgerHead(experiment: string): Promise<LedgerEntry | undefined> {
    const row = await this.session.one<EntryRow>(experiment, `${entriesSql} ORDER BY number DESC LIMIT 1`)
    return row === undefined ? undefined : ledgerEntry(row)
  }

  async currentResults(experiment: string): Promise<CurrentResultRow[]> {
    return this.session.all(
      experiment,
      `SELECT ${listColumns(tables.currentResults)} FROM armistice.current_results r WHERE experiment = $1 ORDER BY segment COLLATE "C"`,
    )
  }

  async activity({ after, limit, isNewestFirst = false, only }: ActivityQuery): Promise<NumberedActivity[]> {
    const rows = await this.session.rows<StoredActivity>(
      `SELECT a.number, e.id AS experiment, a.at, a.action, a.key, a.name, a.outcome, a.code, a.count
       FROM armistice.activity a LEFT JOIN armistice.experiments e ON e.number = a.experiment
       WHERE a.number ${isNewestFirst ? "<" : ">"} $1 AND ($2::boolean OR e.id = ANY($3::text[]) OR (a.experiment IS NULL AND $4::boolean))
       ORDER BY a.number ${isNewestFirst ? "DESC" : ""} LIMIT $5`,
      [
        after ?? (isNewestFirst ? Number.MAX_SAFE_INTEGER : 0),
        only === undefined,
        (only ?? []).filter((id) => id !== null),
        only?.includes(null) === true,
        limit,
      ],
    )
    return rows.map(activityRow)
  }

  lastOpen(experiment: string, after: number, metrics: number): Promise<OpenWindow | undefined> {
    const sql = lastOpenSql("armistice.", (index) => `$${index}`)
    return this.session.one<OpenWindow>(experiment, sql, [after, metrics])
  }

  async latestTime(): Promise<number> {
    const [row] = await this.session.rows<{ at: number }>(
      `SELECT coalesce(max(greatest(h.at, (SELECT d.at FROM armistice.decisions d WHERE d.experiment = h.experiment
       ORDER BY d.sequence DESC LIMIT 1))), 0) AS at FROM armistice.heads h`,
    )
    return row?.at ?? 0
  }

  async keys(): Promise<KeyRow[]> {
    return (await this.session.rows<SelectedKey>(keysSql("armistice."))).map(readKey)
  }

  async property(name: string): Promise<string | null> {
    const [row] = await this.session.rows<{ value: string }>("SELECT value FROM armistice.properties WHERE name = $1", [
      name,
    ])
    return row?.value ?? null
  }

  async copied(): Promise<number | null> {
    return (await this.property("copy")) === null ? null : (await this.restores()) + 1
  }

  async restores(): Promise<number> {
    return Number((await this.property("restores")) ?? 0)
  }

  async retentionDue(now: number, limit: number): Promise<string[]> {
    const sql = "SELECT id FROM armistice.experiments WHERE retention_at <= $1 ORDER BY retention_at LIMIT $2"
    return (await this.session.rows<{ id: string }>(sql, [now, limit])).map(({ id }) => id)
  }

  async unfinishedPurges(): Promise<string[]> {
    const sql = "SELECT name FROM armistice.properties WHERE name LIKE $1"
    return parsePurges((await this.session.rows<{ name: string }>(sql, [anyUnfinishedPurge])).map(({ name }) => name))
  }

  /** The head of an experiment and its ledger after an entry, as they were at one instant. */
  /** `after`: the last ledger entry that is known. `knownTexts`: hashes of texts of its state. */
  async head(
    number: number,
    after: number,
    knownTexts: readonly string[],
  ): Promise<{ head: LockedHead; entries: LedgerEntry[]; server: ServerState } | undefined> {
    const { stateSql } = this.session.connected
    const [row] = await this.session.rows<LockedHead & ServerState & { entries: EntryRow[] }>(headSql(stateSql), [
      number,
      after,
      knownTexts,
    ])
    if (row === undefined) return undefined
    checkServerState(row, this.session.connected)
    return { head: row, entries: row.entries.map(ledgerEntry), server: row }
  }

  /** The server's clock. `withLatest`: also the latest time of any transaction of any replica. */
  async serverTime(withLatest: boolean): Promise<ServerState & ServerTime> {
    const { stateSql } = this.session.connected
    const latest = withLatest ? "(SELECT max(at) FROM armistice.heads)" : "NULL::bigint"
    const [row] = await this.session.rows<ServerState & ServerTime>(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${latest} AS latest, ${stateSql}`,
    )
    checkServerState(row as ServerState, this.session.connected)
    return row as ServerState & ServerTime
  }

  /** The experiments whose windows are to be looked at most urgently by `now`. */
  async dueExperiments(now: number, limit: number): Promise<string[]> {
    const rows = await this.session.rows<{ id: string }>(
      `SELECT e.id FROM armistice.heads h JOIN armistice.experiments e ON e.number = h.experiment
       WHERE h.sweep_at <= $1 AND h.status <> 'archived' ORDER BY h.sweep_at LIMIT $2`,
      [now, limit],
    )
    return rows.map(({ id }) => id)
  }

  /** Everything that `work` reads is as it was at one instant. */
  atOneInstant<Result>(work: (frozen: PostgresReads) => Promise<Result>): Promise<Result> {
    return this.session.inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", (client) =>
      work(new PostgresReads(this.session.on(client))),
    )
  }
}

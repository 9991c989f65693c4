// What the service reads of a Postgres store: rows of experiments, by id and in the order of their journals.

import { type ActivityQuery, activityRow, type NumberedActivity, type StoredActivity } from "../../activity/activity.ts"
import type { Status } from "../../experiment.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import type { ListPage, ListQuery } from "../list.ts"
import type {
  CurrentResultRow,
  DecisionRow,
  MetricFate,
  MetricValueRow,
  OpenWindow,
  PopulationRow,
  ReservationRow,
  RewardRow,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "../rows.ts"
import {
  type EntryRow,
  type ExperimentRow,
  lastOpenSql,
  ledgerEntry,
  populationRow,
  type StoredPopulation,
  searchedValues,
  storedExperiment,
  type UnsearchedRow,
} from "../stored-rows.ts"
import { afterStatements, placeValues, type Table, type TableName, type TableRows, tables } from "../tables.ts"
import { listIn } from "./postgres-list.ts"
import { PostgresSession } from "./postgres-session.ts"

const selectedOf = ({ columns }: Table) => `r.${columns.slice(1).join(", r.")}`

const afterSql = afterStatements("armistice.", selectedOf, (index) => `$${index}`)

const searchPage = 500

const unsearchedSql = `SELECT number, definition, name, description, labels FROM armistice.experiments
  WHERE searched IS NULL ORDER BY number LIMIT $1`

// In one order, since other replicas may be at it too; and not over what one of them has changed since.
const searchSql = `WITH found AS (SELECT number FROM armistice.experiments WHERE number = ANY($1::integer[]) AND searched IS NULL
    ORDER BY number FOR UPDATE)
  UPDATE armistice.experiments e SET searched = r.searched, created_at = r.created_at
  FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    AS r (number, searched, created_at, name, description, labels) JOIN found ON found.number = r.number
  WHERE e.number = r.number AND (e.name, e.description, e.labels) IS NOT DISTINCT FROM (r.name, r.description, r.labels)`

const storedSql = `SELECT e.definition, e.name, e.description, e.labels, h.status, h.restores, h.accepted
  FROM armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number`

const entriesSql = `SELECT entry, sequence, salt FROM armistice.ledger LEFT JOIN armistice.ledger_secrets USING (experiment, number)
  WHERE experiment = $1`

export class PostgresReads extends PostgresSession {
  async experiment(id: string): Promise<StoredExperiment | undefined> {
    const [row] = await this.rows<ExperimentRow>(`${storedSql} WHERE e.id = $1`, [id])
    return row === undefined ? undefined : storedExperiment(row)
  }

  async experiments({
    after,
    limit,
    status,
  }: {
    after?: string
    limit: number
    status?: Status
  }): Promise<StoredExperiment[]> {
    const rows = await this.rows<ExperimentRow>(
      `${storedSql}
       WHERE e.number > coalesce((SELECT number FROM armistice.experiments WHERE id = $1), 0) AND ($2::text IS NULL OR h.status = $2)
       ORDER BY e.number LIMIT $3`,
      [after ?? null, status ?? null, limit],
    )
    return rows.map(storedExperiment)
  }

  async experimentCount(): Promise<number> {
    const [row] = await this.rows<{ n: number }>("SELECT count(*) AS n FROM armistice.experiments")
    return row?.n ?? 0
  }

  list(query: ListQuery): Promise<ListPage> {
    return listIn((sql, values) => this.rows(sql, values), query)
  }

  async prepareSearch(): Promise<void> {
    for (;;) {
      const rows = await this.rows<UnsearchedRow & { number: number }>(unsearchedSql, [searchPage])
      if (rows.length === 0) return
      const values = rows.map(searchedValues)
      await this.query(searchSql, [
        rows.map(({ number }) => number),
        values.map(([searched]) => searched),
        values.map(([, createdAt]) => createdAt),
        ...(["name", "description", "labels"] as const).map((column) => rows.map((row) => row[column])),
      ])
    }
  }

  decision(experiment: string, id: string): Promise<DecisionRow | undefined> {
    return this.#row("decisions", "id", experiment, id)
  }

  reward(experiment: string, decision: number): Promise<RewardRow | undefined> {
    return this.#row("rewards", "decision", experiment, decision)
  }

  async isObserved(experiment: string, decision: number): Promise<boolean> {
    const sql = "SELECT 1 FROM armistice.observations WHERE experiment = $1 AND decision = $2"
    return (await this.one(experiment, sql, [decision])) !== undefined
  }

  subject(experiment: string, subject: string): Promise<SubjectRow | undefined> {
    return this.#row("subjects", "subject", experiment, subject)
  }

  /** The row of an experiment that has this value in a column. */
  #row<Row>(name: TableName, column: string, experiment: string, value: string | number): Promise<Row | undefined> {
    const table = tables[name]
    const sql = `SELECT ${selectedOf(table)} FROM armistice.${table.name} r WHERE r.experiment = $1 AND r.${column} = $2`
    return this.one(experiment, sql, [value])
  }

  async population(name: string): Promise<PopulationRow | undefined> {
    const [row] = await this.rows<StoredPopulation>("SELECT * FROM armistice.populations WHERE name = $1", [name])
    return row === undefined ? undefined : populationRow(row)
  }

  async populationsAfter(name: string, limit: number): Promise<PopulationRow[]> {
    const sql = "SELECT * FROM armistice.populations WHERE name > $1 ORDER BY name LIMIT $2"
    return (await this.rows<StoredPopulation>(sql, [name, limit])).map(populationRow)
  }

  async membersOf(population: string): Promise<StoredExperiment[]> {
    const rows = await this.rows<ExperimentRow>(
      `SELECT e.definition, h.status, h.restores, h.accepted FROM armistice.members m
       JOIN armistice.experiments e ON e.number = m.experiment JOIN armistice.heads h ON h.experiment = e.number
       WHERE m.population = $1 ORDER BY e.number`,
      [population],
    )
    return rows.map(storedExperiment)
  }

  async reservationsAfter(population: string, person: string, limit: number): Promise<ReservationRow[]> {
    return this.rows(
      "SELECT population, person, high, low FROM armistice.reservations WHERE population = $1 AND person > $2 ORDER BY person LIMIT $3",
      [population, person, limit],
    )
  }

  async peopleOf(population: string, full: number): Promise<{ people: number; atLimit: number }> {
    const [row] = await this.rows<{ people: number; atLimit: number }>(
      `SELECT count(*) AS people, count(*) FILTER (WHERE high > $2) AS "atLimit" FROM armistice.reservations WHERE population = $1`,
      [population, full],
    )
    return row ?? { people: 0, atLimit: 0 }
  }

  async snapshot(experiment: string): Promise<Snapshot | undefined> {
    return this.one(
      experiment,
      "SELECT sequence, journal, swept, passed, counts, discarded, arms, state FROM armistice.heads WHERE experiment = $1 AND state IS NOT NULL",
    )
  }

  async rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<TableRows[Name][]> {
    return this.all(experiment, afterSql[table], [...placeValues(table, place), limit])
  }

  async metricFate(experiment: string, decision: number): Promise<MetricFate> {
    const of = "WHERE experiment = $1 AND decision = $2 ORDER BY metric"
    const givenSql = `SELECT decision, metric, steps, key, at FROM armistice.metric_values ${of}`
    const given = await this.all<MetricValueRow>(experiment, givenSql, [decision])
    const observedSql = `SELECT metric FROM armistice.metric_observations ${of}`
    const observed = await this.all<{ metric: number }>(experiment, observedSql, [decision])
    return { given, observed: observed.map(({ metric }) => metric) }
  }

  async ledger(experiment: string, after: number, limit: number): Promise<LedgerEntry[]> {
    const rows = await this.all<EntryRow>(experiment, `${entriesSql} AND number > $2 ORDER BY number LIMIT $3`, [
      after,
      limit,
    ])
    return rows.map(ledgerEntry)
  }

  async ledgerHead(experiment: string): Promise<LedgerEntry | undefined> {
    const row = await this.one<EntryRow>(experiment, `${entriesSql} ORDER BY number DESC LIMIT 1`)
    return row === undefined ? undefined : ledgerEntry(row)
  }

  async currentResults(experiment: string): Promise<CurrentResultRow[]> {
    return this.all(
      experiment,
      `SELECT ${selectedOf(tables.currentResults)} FROM armistice.current_results r WHERE experiment = $1 ORDER BY segment COLLATE "C"`,
    )
  }

  async lastEvent(experiment: string): Promise<number> {
    const sql = "SELECT coalesce(max(number), 0) AS n FROM armistice.events WHERE experiment = $1"
    return (await this.one<{ n: number }>(experiment, sql))?.n ?? 0
  }

  async activity({ after, limit, isNewestFirst = false, only }: ActivityQuery): Promise<NumberedActivity[]> {
    const rows = await this.rows<StoredActivity>(
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
    return this.one<OpenWindow>(experiment, sql, [after, metrics])
  }

  async latestTime(): Promise<number> {
    const [row] = await this.rows<{ at: number }>(
      `SELECT coalesce(max(greatest(h.at, (SELECT d.at FROM armistice.decisions d WHERE d.experiment = h.experiment
       ORDER BY d.sequence DESC LIMIT 1))), 0) AS at FROM armistice.heads h`,
    )
    return row?.at ?? 0
  }
}

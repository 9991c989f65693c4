// The list of experiments in Postgres. The head of an experiment has its state as it is now.

import { readNotes } from "../../live/experiment-notes.ts"
import {
  type CountRow,
  countRounds,
  countStatement,
  type ListDialect,
  type ListedResult,
  type ListPage,
  type ListQuery,
  listedResultColumns,
  pageStatement,
  readCounts,
} from "../list.ts"
import { type ExperimentRow, type MetadataRow, searchedText, storedExperiment } from "../stored-rows.ts"
import type { PostgresSession } from "./postgres-session.ts"

const dialect: ListDialect = {
  columns:
    "e.number, e.definition, e.name, e.description, e.labels, h.status, h.restores, h.accepted, h.state, h.passed, h.arms",
  from: "armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number",
  status: "h.status",
  // Through the index of finished experiments: heads are wide, and there may be many.
  isOver: "e.number IN (SELECT h.experiment FROM armistice.heads h WHERE h.status IN ('finished', 'archived'))",
  isNow: (status) => `e.number IN (SELECT h.experiment FROM armistice.heads h WHERE h.status = '${status}')`,
  experiments: "armistice.experiments",
  place: (index) => `$${index}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  isAmong: (ids) => `e.id = ANY(${ids}::text[])`,
  many: (ids) => ids,
}

export async function listExperiments(session: PostgresSession, query: ListQuery): Promise<ListPage> {
  await prepareSearch(session)
  const read = <Row>(sql: string, values: unknown[]): Promise<Row[]> => session.rows(sql, values)
  const page = pageStatement(dialect, query)
  const count = countStatement(dialect, query)
  const [found, [counted]] = await Promise.all([
    read<ExperimentRow & { number: number; state: string | null; passed: string; arms: string | null }>(
      page.sql,
      page.values,
    ),
    read<CountRow>(count.sql, count.values),
  ])
  const currentResults = await read<ListedResult & { experiment: number }>(
    `SELECT experiment, ${listedResultColumns} FROM armistice.current_results WHERE experiment = ANY($1::integer[])`,
    [found.map(({ number }) => number)],
  )
  return {
    experiments: found.map((row) => ({
      stored: storedExperiment(row),
      decisions: countRounds(row.state),
      currentResults: currentResults.filter(({ experiment }) => experiment === row.number),
      notes: readNotes(row.passed),
      arms: row.arms,
    })),
    counts: readCounts(counted as CountRow),
  }
}

const searchPage = 500

const unsearchedSql = `SELECT number, definition, name, description, labels FROM armistice.experiments
  WHERE searched IS NULL ORDER BY number LIMIT $1`

// In one order, since other replicas may do the same; and not where one of them has changed the
// metadata since.
const searchSql = `WITH found AS (SELECT number FROM armistice.experiments WHERE number = ANY($1::integer[]) AND searched IS NULL
    ORDER BY number FOR UPDATE)
  UPDATE armistice.experiments e SET searched = r.searched
  FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[])
    AS r (number, searched, name, description, labels) JOIN found ON found.number = r.number
  WHERE e.number = r.number AND (e.name, e.description, e.labels) = (r.name, r.description, r.labels)`

/** Writes the text that searches look into for experiments whose metadata has changed. */
async function prepareSearch(session: PostgresSession): Promise<void> {
  for (;;) {
    const rows = await session.rows<MetadataRow & { number: number }>(unsearchedSql, [searchPage])
    if (rows.length === 0) return
    await session.query(searchSql, [
      rows.map(({ number }) => number),
      rows.map(searchedText),
      ...(["name", "description", "labels"] as const).map((column) => rows.map((row) => row[column])),
    ])
  }
}

// The list of experiments in Postgres. The head of an experiment has its state as it is now.

import { readNotes } from "../../live/experiment-notes.ts"
import {
  type CountRow,
  countStatement,
  countsOf,
  type ListDialect,
  type ListedResult,
  type ListPage,
  type ListQuery,
  listedResultColumns,
  pageStatement,
  roundsIn,
} from "../list.ts"
import { type ExperimentRow, storedExperiment } from "../stored-rows.ts"

const dialect: ListDialect = {
  columns:
    "e.number, e.definition, e.name, e.description, e.labels, h.status, h.restores, h.accepted, h.state, h.passed, h.arms",
  from: "armistice.experiments e JOIN armistice.heads h ON h.experiment = e.number",
  status: "h.status",
  // By the rows of those that are over: heads are wide, and there may be many.
  isOver: "e.number IN (SELECT h.experiment FROM armistice.heads h WHERE h.status IN ('finished', 'archived'))",
  isNow: (status) => `e.number IN (SELECT h.experiment FROM armistice.heads h WHERE h.status = '${status}')`,
  experiments: "armistice.experiments",
  place: (index) => `$${index}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  isAmong: (ids) => `e.id = ANY(${ids}::text[])`,
  many: (ids) => ids,
}

export async function listIn(
  read: <Row>(sql: string, values: unknown[]) => Promise<Row[]>,
  query: ListQuery,
): Promise<ListPage> {
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
      decisions: roundsIn(row.state),
      currentResults: currentResults.filter(({ experiment }) => experiment === row.number),
      notes: readNotes(row.passed),
      arms: row.arms,
    })),
    counts: countsOf(counted as CountRow),
  }
}

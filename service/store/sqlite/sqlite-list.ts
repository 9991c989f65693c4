// The list of experiments in a SQLite file. Snapshots may be some journal entries old, so decisions
// are counted from there on.

import { readNotes } from "../../live/experiment-notes.ts"
import { pauses } from "../../pauses.ts"
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
import type { Snapshot } from "../rows.ts"
import { type ExperimentRow, storedExperiment } from "../stored-rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

const dialect: ListDialect = {
  columns: "e.*",
  from: "experiments e",
  status: "e.status",
  isOver: "e.status IN ('finished', 'archived')",
  isNow: (status) => `e.status = '${status}'`,
  experiments: "experiments",
  place: (index) => `?${index}`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  isAmong: (ids) => `e.id IN (SELECT value FROM json_each(${ids}))`,
  many: (ids) => JSON.stringify(ids),
}

/** The columns that a list reads of each experiment. */
interface ListReads {
  snapshot(experiment: string): Snapshot | undefined
  learnedAfter(experiment: string, sequence: number): number
}

/** States of many arms are long to read, so others have their turn between experiments. */
export async function listExperiments(rows: SqliteStatements, reads: ListReads, query: ListQuery): Promise<ListPage> {
  const page = pageStatement(dialect, query)
  const count = countStatement(dialect, query)
  const found = rows.all<ExperimentRow>(page.sql, ...(page.values as (string | number)[])).map(storedExperiment)
  const currentResults = rows.all<ListedResult & { experiment: string }>(
    `SELECT experiment, ${listedResultColumns} FROM current_results WHERE experiment IN (SELECT value FROM json_each(?))`,
    JSON.stringify(found.map(({ experiment }) => experiment.id)),
  )
  const counts = readCounts(rows.get<CountRow>(count.sql, ...(count.values as (string | number)[])) as CountRow)
  const experiments: ListPage["experiments"][number][] = []
  const pause = pauses()
  for (const one of found) {
    const { id } = one.experiment
    const its = currentResults.filter(({ experiment }) => experiment === id)
    const snapshot = reads.snapshot(id)
    const decisions = countRounds(snapshot?.state ?? null) + reads.learnedAfter(id, snapshot?.sequence ?? 0)
    const notes = readNotes(snapshot?.passed)
    experiments.push({ stored: one, decisions, currentResults: its, notes, arms: snapshot?.arms })
    await pause()
  }
  return { experiments, counts }
}

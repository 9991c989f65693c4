// The list of experiments in a SQLite file. Snapshots may be some journal entries old, so decisions are counted from there on.

import {
  type CountRow,
  countStatement,
  countsOf,
  type ListedStanding,
  type ListPage,
  type ListQuery,
  type ListWords,
  pageStatement,
  roundsIn,
  standingList,
} from "../list.ts"
import type { DecisionRow, StoredExperiment } from "../store.ts"
import type { ExperimentRow } from "../stored-rows.ts"
import type { SqliteReads } from "./sqlite-reads.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

const words: ListWords = {
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

export function listIn(
  rows: SqliteStatements,
  reads: SqliteReads,
  stored: (row: ExperimentRow) => StoredExperiment,
  query: ListQuery,
): ListPage {
  const page = pageStatement(words, query)
  const count = countStatement(words, query)
  const found = rows.all<ExperimentRow>(page.sql, ...(page.values as (string | number)[])).map(stored)
  const standings = rows.all<ListedStanding & { experiment: string }>(
    `SELECT experiment, ${standingList} FROM standings WHERE experiment IN (SELECT value FROM json_each(?))`,
    JSON.stringify(found.map(({ experiment }) => experiment.id)),
  )
  return {
    experiments: found.map((stored) => ({
      stored,
      decisions: decided(reads, stored.experiment.id),
      standings: standings.filter(({ experiment }) => experiment === stored.experiment.id),
    })),
    counts: countsOf(rows.get<CountRow>(count.sql, ...(count.values as (string | number)[])) as CountRow),
  }
}

const page = 1000

function decided(reads: SqliteReads, experiment: string): number {
  const snapshot = reads.snapshot(experiment)
  let count = roundsIn(snapshot?.state ?? null)
  for (let after = snapshot?.sequence ?? 0; ; ) {
    const decisions = reads.rowsAfter("decisions", experiment, after, page)
    count += decisions.filter(({ pull }) => pull !== null).length
    if (decisions.length < page) return count
    after = (decisions.at(-1) as DecisionRow).sequence
  }
}

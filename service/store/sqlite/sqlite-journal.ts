// Pages of a journal in a SQLite file, read for a replay.

import { type JournalColumns, journalColumns } from "../journal-columns.ts"
import type { Slot } from "../rows.ts"
import { tables } from "../tables.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

/** Column by column, which takes less than half the time of whole rows. */
export function readJournalColumns<Name extends keyof JournalColumns>(
  rows: SqliteStatements,
  table: Name,
  experiment: string,
  after: number,
  limit: number,
): JournalColumns[Name] {
  const { name } = tables[table]
  const columns: readonly string[] = journalColumns[table]
  const read = rows.get<Record<string, string>>(
    `SELECT ${columns.map((column) => `json_group_array(${column}) AS ${column}`).join(", ")} FROM
     (SELECT ${columns.join(", ")} FROM ${name} WHERE experiment = ? AND sequence > ? ORDER BY sequence LIMIT ?)`,
    experiment,
    after,
    limit,
  )
  return Object.fromEntries(columns.map((column) => [column, JSON.parse(read?.[column] ?? "[]")])) as never
}

/** By sequence of the observations, the slot of each one's decision. */
export function readSlots(
  rows: SqliteStatements,
  table: "observations" | "metricObservations",
  experiment: string,
  after: number,
  limit: number,
): Map<number, Slot> {
  const columns = ["sequence", "segment", "arm", "pull", "context"]
  const sql = `SELECT r.sequence, d.segment, d.arm, d.pull, d.context FROM ${tables[table].name} r
    JOIN decisions d ON d.experiment = r.experiment AND d.sequence = r.decision
    WHERE r.experiment = ? AND r.sequence > ? ORDER BY r.sequence LIMIT ?`
  const lists = rows.lists<[number, string, number, number, string | null]>(columns, sql, experiment, after, limit)
  return new Map(lists.map(([sequence, segment, arm, pull, context]) => [sequence, { segment, arm, pull, context }]))
}

// Stores of older versions may have the newest rows of the journal in a table of their own, the tail: one text per transaction, with the
// values of its rows in the order of their columns. Whoever opens such a store to write moves them into their tables, by the step of the
// schema that removes the tail; whoever only reads sees both as one.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"
import { type Table, tables } from "../tables.ts"

/** In the order of the lists in a text. */
const kinds: readonly Table[] = [tables.decisions, tables.rewards, tables.observations]

/** Rows of the tail that are not in their table yet: some were moved before the rest. */
function waiting({ name: table, columns, order: [key = ""] }: Table, list: number): string {
  const fieldOf = (name: string): string => `row.value ->> ${columns.indexOf(name)}`
  return `SELECT ${columns.map((name) => `${fieldOf(name)} AS ${name}`).join(", ")}
    FROM main.tail, json_each(main.tail.body, '$[${list}]') AS row WHERE NOT EXISTS (
      SELECT 1 FROM main.${table} known WHERE known.experiment = ${fieldOf("experiment")} AND known.${key} = ${fieldOf(key)})`
}

export const emptyTail = `${kinds
  .map((kind, list) => `INSERT INTO ${kind.name} (${kind.columns.join(", ")}) ${waiting(kind, list)}`)
  .join(";\n")};
  DROP TABLE tail;`

/** For a connection that only reads. What is private stays in memory. */
export function showTail(database: DatabaseSyncInstance): void {
  const hasTail = database.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = 'tail'").get() !== undefined
  if (!hasTail || database.prepare("SELECT 1 FROM main.tail LIMIT 1").get() === undefined) return
  for (const [list, kind] of kinds.entries()) {
    const { name: table, order } = kind
    database.exec(
      `CREATE TEMP TABLE waiting_${table} AS ${waiting(kind, list)};
       CREATE INDEX temp.waiting_${table}_by_key ON waiting_${table} (experiment, ${order});
       CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table} UNION ALL SELECT * FROM temp.waiting_${table}`,
    )
  }
}

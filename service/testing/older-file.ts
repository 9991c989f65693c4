// A SQLite store as the program of an older version would have left it: what later steps of the schema added is taken away again.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { migrations } from "../store/sqlite/sqlite-schema.ts"
import { tables } from "../store/tables.ts"

export function makeOlder(path: string, version: number): void {
  const old = new DatabaseSync(":memory:")
  for (const step of migrations.slice(0, version)) old.exec(step)
  const file = new DatabaseSync(path)
  for (const { type, name } of thingsIn(file))
    if (!thingsIn(old).some((thing) => thing.name === name) && !name.startsWith("sqlite_"))
      file.exec(`DROP ${type} IF EXISTS ${name}`)
  for (const { type, name } of thingsIn(old))
    if (type === "table")
      for (const column of columnsOf(file, name))
        if (!columnsOf(old, name).includes(column)) file.exec(`ALTER TABLE ${name} DROP COLUMN ${column}`)
  for (const { sql } of missingIn(file, old)) file.exec(sql)
  file.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`)
  file.close()
  old.close()
}

/** Indexes and triggers before the tables they hang on. */
const thingsIn = (database: DatabaseSyncInstance): { type: string; name: string }[] =>
  database.prepare("SELECT type, name FROM sqlite_schema ORDER BY type = 'table', name").all() as never

const columnsOf = (database: DatabaseSyncInstance, table: string): string[] =>
  (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)

/** Tables that a later step took away. */
const missingIn = (file: DatabaseSyncInstance, old: DatabaseSyncInstance): { sql: string }[] =>
  old
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    .all()
    .filter(({ name }) => thingsIn(file).every((thing) => thing.name !== name)) as never

/**
 * The newest half of the journal goes back into the tail, as a service of versions 3 to 12 that was killed may have left it: one text per
 * transaction, here of five rows. The oldest rows of each kind in the tail are in the tables, too.
 */
export function fillTail(path: string): number {
  const file = new DatabaseSync(path)
  const kinds = [
    ["decisions", tables.decisions.columns, "sequence"],
    ["rewards", tables.rewards.columns, "decision"],
    ["observations", tables.observations.columns, "sequence"],
  ] as const
  const texts: unknown[][][][] = []
  file.exec("PRAGMA foreign_keys = OFF; BEGIN")
  for (const [list, [table, columns, key]] of kinds.entries()) {
    const rows = file.prepare(`SELECT * FROM ${table} ORDER BY experiment, ${key}`).all() as Record<string, unknown>[]
    for (const [place, row] of rows.slice(Math.floor(rows.length / 2)).entries()) {
      const number = Math.floor(place / 5)
      texts[number] ??= [[], [], []]
      texts[number][list]?.push(columns.map((name) => row[name]))
      if (place > 1)
        file
          .prepare(`DELETE FROM ${table} WHERE experiment = ? AND ${key} = ?`)
          .run(row["experiment"] as string, row[key] as number)
    }
  }
  for (const text of texts) file.prepare("INSERT INTO tail (body) VALUES (?)").run(JSON.stringify(text))
  file.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  file.close()
  return texts.length
}

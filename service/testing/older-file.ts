// A SQLite store as the program of an older version would have left it: what later steps of the schema added is taken away again.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { migrations } from "../store/sqlite/sqlite-schema.ts"

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
  file.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`)
  file.close()
  old.close()
}

/** Indexes and triggers before the tables they hang on. */
const thingsIn = (database: DatabaseSyncInstance): { type: string; name: string }[] =>
  database.prepare("SELECT type, name FROM sqlite_schema ORDER BY type = 'table', name").all() as never

const columnsOf = (database: DatabaseSyncInstance, table: string): string[] =>
  (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)

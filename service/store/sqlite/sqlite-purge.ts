// Removes what is private about an experiment from a SQLite file: the rows within the transaction
// of the purge, and afterwards what deleted rows, earlier or of that transaction, have left in free
// pages and in the log.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"
import { ServiceError } from "../../service-error.ts"
import type { Changes } from "../changes.ts"
import { unfinishedPurge } from "../store-properties.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

/** Within the transaction, last of all; every row of the journal is in the tables. */
export function removePrivateRows(to: SqliteStatements, { experiment, keepsArms }: Changes["purged"][number]): void {
  for (const table of ["rewards", "observations", "metric_values", "metric_observations", "ledger_secrets"])
    to.run(`DELETE FROM ${table} WHERE experiment = ?`, experiment)
  to.run(
    "UPDATE decisions SET noise = NULL, context = NULL, subject = CASE WHEN subject IS NULL THEN NULL ELSE '' END WHERE experiment = ?",
    experiment,
  )
  to.run(`DELETE FROM subjects WHERE experiment = ?${keepsArms ? " AND arm IS NULL" : ""}`, experiment)
  to.run(
    "INSERT OR REPLACE INTO properties (name, value) VALUES (?, 'the file is to be cleared')",
    unfinishedPurge(experiment),
  )
}

/** Outside a transaction: rewrites the file without free pages and empties the log. */
export function clearFile(database: DatabaseSyncInstance): void {
  database.exec("VACUUM")
  emptyLog(database, "end a purge", "repeat the purge")
}

/** `purpose`: of emptying it. `remedy`: where another process reads it. */
export function emptyLog(database: DatabaseSyncInstance, purpose: string, remedy: string): void {
  const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number }
  if (busy !== 0)
    throw new ServiceError(
      "store_busy",
      `another process reads the store's log, which must be emptied to ${purpose}: ${remedy}`,
    )
}

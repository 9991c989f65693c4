// Somebody else wrote to the file while it is served. Was it a command such as `keys`, whose
// checkpoint leaves the same store, or was another file copied over it? A new connection reads the
// file from the disk to find out.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { findDamage, isQuickToCheck } from "./sqlite-damage.ts"
import { sqliteError } from "./sqlite-error.ts"

/** The store's owner, its copy, and its number of commits. */
export const stateSql = `SELECT (SELECT value FROM properties WHERE name = 'owner') AS owner,
  (SELECT copy FROM identity) AS copy, (SELECT commits FROM identity) AS commits`

export interface StoreState {
  readonly owner: string | null
  readonly copy: string | null
  readonly commits: number | null
}

/** Whether the file is still the store in `known` state, and whole as far as a glance tells. */
export function detectReplacedStore(path: string, known: StoreState): "same" | "damaged" | "other" {
  let database: DatabaseSyncInstance | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    if (isQuickToCheck(database) && findDamage(database, 1) !== null) return "damaged"
    const { owner, copy, commits } = database.prepare(stateSql).get() as unknown as StoreState
    return owner === known.owner && copy === known.copy && commits === known.commits ? "same" : "other"
  } catch (error) {
    return sqliteError(error).code === "store_damaged" ? "damaged" : "other"
  } finally {
    database?.close()
  }
}

// One process at a time may serve a store. The lock is an open transaction on a small database beside it: the operating system drops
// it with the process, however that ends, so there is nothing stale to clean up.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { ServiceError } from "../service-error.ts"

export function lockStore(path: string): () => void {
  let database: DatabaseSyncInstance
  try {
    database = new DatabaseSync(`${path}.lock`, { timeout: 0 })
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
  } catch (cause) {
    const busy = /locked|busy/i.test(String(cause))
    throw new ServiceError(
      busy ? "store_busy" : "store_unavailable",
      busy
        ? `a store must be served by one process at a time, got ${path}, which another one serves`
        : `a store must be in a folder that can be written to, got ${path}`,
    )
  }
  return () => database.close()
}

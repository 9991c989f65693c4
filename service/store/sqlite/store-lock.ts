// One process at a time may serve a store. The lock is an open transaction on a small database
// beside it: the operating system drops it with the process, however that ends, so there is nothing
// stale to clean up. It is named by the store's real path, so that two names of one file have one
// lock; who gets past it (by deleting the file) is found out by the store's owner row
// (store-guard.ts).

import { lstatSync } from "node:fs"
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { createDurably } from "../../durable-file.ts"
import { ServiceError } from "../../service-error.ts"
import { checkStoreFile, realStorePath } from "./store-path.ts"

/** `why`: what a process that has the lock should do, as the end of a sentence. */
export function lockStore(path: string, why = ""): () => void {
  const real = realStorePath(path)
  checkStoreFile(real)
  const lock = `${real}.lock`
  let database: DatabaseSyncInstance | undefined
  try {
    createDurably(lock)
    if (!lstatSync(lock).isFile()) throw new Error("something else")
    database = new DatabaseSync(lock, { timeout: 0 })
    database.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
  } catch (cause) {
    database?.close()
    const busy = /locked|busy/i.test(String(cause))
    throw new ServiceError(
      busy ? "store_busy" : "store_unavailable",
      busy
        ? `another process serves the store ${path}${why}`
        : `the store's lock ${lock} cannot be created: it must be a file of its own in a writable folder (${String(cause)})`,
    )
  }
  const held = database
  return () => held.close()
}

// Files that only their owner may read, whatever the process would otherwise allow. What SQLite makes beside a database (log, shared
// memory, journal) gets the permissions of the database.

import { closeSync, fchmodSync, openSync } from "node:fs"

/** Makes an empty file, which SQLite takes for a new database; one that is there stays as it is. */
export function createPrivately(path: string): void {
  let file: number
  try {
    file = openSync(path, "wx", 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return
    throw error
  }
  try {
    // The mask may have taken the owner's permissions too.
    fchmodSync(file, 0o600)
  } finally {
    closeSync(file)
  }
}

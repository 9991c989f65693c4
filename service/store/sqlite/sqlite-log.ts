// The write-ahead log of a store's file: whether checkpoints fail, and how it is emptied when the
// store is closed.

import { existsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { flushFolder, makeDurable } from "../../durable-file.ts"
import { paceCheck } from "./pace-check.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import type { StoreGuard } from "./store-guard.ts"

/** Twice what a log grows to before SQLite tries to write it into the database. */
const largeLogBytes = 8 * 1024 * 1024
const pageBytes = 4096

interface Checkpoint {
  /** Frames in the log, and how many of them are in the database. */
  readonly log: number
  readonly checkpointed: number
}

const measureFile = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

export class SqliteLog {
  /** SQLite does not tell that a checkpoint failed, since commits still reach the log. */
  readonly isStuck: () => boolean
  readonly #rows: SqliteStatements
  readonly #path: string
  readonly #store: string
  readonly #guard: StoreGuard

  constructor(rows: SqliteStatements, store: string, guard: StoreGuard) {
    this.#rows = rows
    this.#path = `${store}-wal`
    this.#store = store
    this.#guard = guard
    this.isStuck = paceCheck(false, (last) =>
      rows.database.isTransaction ? last : measureFile(this.#path) > largeLogBytes && this.#leavesFrames(),
    )
  }

  /** Tries a checkpoint: whether it fails, or a reader keeps much of the log from being written. */
  #leavesFrames(): boolean {
    try {
      this.#rows.checkOwner()
      const { log, checkpointed } = this.#rows.database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() as Checkpoint
      this.#guard.checkKept()
      return (log - checkpointed) * pageBytes > largeLogBytes
    } catch {
      return true
    }
  }

  /** A log that stays behind would be applied to any file that replaces the store. */
  empty(): void {
    try {
      this.#rows.checkOwner()
      this.#rows.database.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      // Another process is at work, and what it has to keep is in the log; or this one may no
      // longer touch the files.
    }
  }

  /**
   * After the database is closed. A log that was emptied must not come back after a loss of power,
   * beside a file that was put in the store's place.
   */
  flush(): void {
    try {
      if (existsSync(this.#path)) makeDurable(this.#path)
      else flushFolder(dirname(this.#store))
    } catch {
      // Everything that was acknowledged is durable without it.
    }
  }
}

// Opens a SQLite file so that it keeps what it acknowledges: write-ahead log, synchronous FULL, one file, known version. Refuses
// anything weaker, anything newer, and a file that was frozen because it was copied elsewhere.

import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { ServiceError } from "../service-error.ts"
import { migrations } from "./sqlite-schema.ts"

export interface OpenOptions {
  readonly readOnly?: boolean
  /** For tests of the refusal only; anything but FULL or EXTRA is refused. */
  readonly synchronous?: "OFF" | "NORMAL" | "FULL" | "EXTRA"
  /** How long a commit waits for another process that writes. */
  readonly busyMs?: number
  /** Journal rows that may wait before they go into the tables. */
  readonly settleAt?: number
}

/** "ARMS": marks the file as ours. */
const applicationId = 0x41524d53

export function openSqlite(path: string, { readOnly = false, synchronous = "FULL", busyMs = 1000 }: OpenOptions = {}) {
  const database = open(path, readOnly, busyMs)
  try {
    checkFile(database, path)
    if (readOnly) return database
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON`,
    )
    migrate(database, path)
    checkDurability(database, path)
    checkNotFrozen(database, path)
    // A file that only looks writable is found out now, not with the first decision.
    database.exec(
      "INSERT OR REPLACE INTO properties (name, value) VALUES ('opened', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
    )
    return database
  } catch (error) {
    database.close()
    if (error instanceof ServiceError) throw error
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must be a file that can be read and written, got: ${reason(error)}`,
    )
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function open(path: string, readOnly: boolean, busyMs: number): DatabaseSyncInstance {
  try {
    return new DatabaseSync(path, { readOnly, timeout: busyMs })
  } catch (error) {
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must be a file that can be opened, got: ${reason(error)}`,
    )
  }
}

const pragma = (database: DatabaseSyncInstance, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[0]

function checkFile(database: DatabaseSyncInstance, path: string): void {
  const version = pragma(database, "user_version") as number
  if (version > migrations.length)
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must have version ${migrations.length} or older, got ${version}: use the newer program that wrote it`,
    )
  const id = pragma(database, "application_id")
  const isEmpty = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get().n === 0
  if (id !== applicationId && !isEmpty)
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must be a file of this service, got another database`,
    )
}

/** Each step in a transaction of its own: a crash in between leaves a file of some older version, never half of one. */
function migrate(database: DatabaseSyncInstance, path: string): void {
  for (let version = pragma(database, "user_version") as number; version < migrations.length; version++) {
    try {
      database.exec(
        `BEGIN IMMEDIATE; PRAGMA application_id = ${applicationId}; ${migrations[version]}; PRAGMA user_version = ${version + 1}; COMMIT`,
      )
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK")
      throw new ServiceError(
        "store_unavailable",
        `the store ${path} must take the step to version ${version + 1}, got: ${reason(error)}`,
      )
    }
  }
}

/** What a crash of the machine may take is only what has not been acknowledged. */
export function checkDurability(database: DatabaseSyncInstance, path: string): void {
  const mode = pragma(database, "journal_mode")
  const synchronous = pragma(database, "synchronous") as number
  if (mode !== "wal" || synchronous < 2)
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must have journal_mode wal and synchronous FULL, got ${String(mode)} and ${synchronous}`,
    )
}

function checkNotFrozen(database: DatabaseSyncInstance, path: string): void {
  const row = database.prepare("SELECT value FROM properties WHERE name = 'frozen'").get() as
    | { value: string }
    | undefined
  if (row !== undefined)
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} must not have been moved elsewhere, got one frozen at ${row.value}`,
    )
}

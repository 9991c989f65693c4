// Opens a SQLite file so that it keeps what it acknowledges: write-ahead log, synchronous FULL, one
// file, known version. Refuses anything weaker, anything newer, and a file that was frozen because
// it was copied elsewhere.

import { randomUUID } from "node:crypto"
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite"
import { createDurably } from "../../durable-file.ts"
import { ServiceError } from "../../service-error.ts"
import { findDamage, isQuickToCheck } from "./sqlite-damage.ts"
import { sqliteError } from "./sqlite-error.ts"
import { migrations as released } from "./sqlite-schema.ts"
import { type FileIdentity, lookAt, StoreFiles } from "./store-files.ts"
import type { Ownership } from "./store-guard.ts"
import { lockStore } from "./store-lock.ts"
import { checkStoreFile, realStorePath } from "./store-path.ts"

export interface OpenOptions {
  readonly readOnly?: boolean
  /** To copy it once more; it cannot be served. */
  readonly mayBeFrozen?: boolean
  /** Instead of the store's own steps, for tests of the next one. */
  readonly migrations?: readonly string[]
  /** For the one process that serves the store; from now on any other that did is overtaken. */
  readonly owns?: boolean
}

interface OpenedFile {
  readonly database: DatabaseSyncInstance
  /** Without symbolic links. */
  readonly real: string
  readonly owned: Ownership | null
}

/** On macOS a plain fsync leaves data in the drive's own cache; elsewhere these change nothing. */
const wholeFlush = "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON"

/** How long a commit waits for another process that writes. */
const busyMs = 1000

/** "ARMS": marks the file as ours. */
const applicationId = 0x41524d53

export function openSqlite(path: string, options: OpenOptions): OpenedFile {
  const { readOnly = false, owns = false, mayBeFrozen = false } = options
  const { migrations = released } = options
  const real = realStorePath(path)
  const before = prepareFile(real, path, readOnly)
  const database = open(real, readOnly)
  try {
    checkFile(database, path, migrations)
    if (readOnly) return { database, real, owned: null }
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${wholeFlush}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON`,
    )
    migrateAlone(database, path, options)
    checkDurability(database, path)
    if (!mayBeFrozen) checkNotFrozen(database, path)
    if (owns) checkWhole(database, path)
    const id = owns ? randomUUID() : null
    // A file that only looks writable is found out now, not with the first decision.
    database.exec(
      `INSERT OR REPLACE INTO properties (name, value) VALUES ('opened', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))${id === null ? "" : `, ('owner', '${id}')`}`,
    )
    return { database, real, owned: id === null ? null : { id, files: new StoreFiles(real, before) } }
  } catch (error) {
    database.close()
    const explained = sqliteError(error)
    if (explained === error) throw error
    const problem = explained.code === "store_damaged" ? "is damaged" : "cannot be read and written"
    throw new ServiceError(explained.code, `the store ${path} ${problem}: ${reason(error)}`)
  }
}

/**
 * The file as it is before it is opened; made now if there is none, so that nobody else can read it
 * and its name is durable. SQLite gives its log and shared memory the same permissions.
 */
function prepareFile(real: string, path: string, readOnly: boolean): FileIdentity | undefined {
  checkStoreFile(real)
  try {
    if (!readOnly) createDurably(real)
  } catch (error) {
    throw new ServiceError("store_unavailable", `the folder of the store ${path} is not writable (${reason(error)})`)
  }
  return lookAt(real)
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function open(path: string, readOnly: boolean): DatabaseSyncInstance {
  try {
    return new DatabaseSync(path, { readOnly, timeout: busyMs })
  } catch (error) {
    throw new ServiceError("store_unavailable", `the store ${path} cannot be opened: ${reason(error)}`)
  }
}

const pragma = (database: DatabaseSyncInstance, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>)[0]

function checkFile(database: DatabaseSyncInstance, path: string, migrations: readonly string[]): void {
  const version = pragma(database, "user_version") as number
  if (version > migrations.length)
    throw new ServiceError(
      "store_unavailable",
      `the store ${path} has format version ${version}, but this program knows only version ${migrations.length}: use a newer program`,
    )
  const id = pragma(database, "application_id")
  const isEmpty = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get().n === 0
  if (id !== applicationId && !isEmpty)
    throw new ServiceError("store_unavailable", `${path} is the database of another program`)
}

/** An older process may be serving the file; one that `owns` the store has its lock. */
function migrateAlone(database: DatabaseSyncInstance, path: string, options: OpenOptions): void {
  const { owns = false, migrations = released } = options
  const version = pragma(database, "user_version") as number
  const isAlone = owns || version === 0 || version === migrations.length
  const unlock = isAlone
    ? ignore
    : lockStore(path, `: stop it, so that the file can be migrated to format version ${migrations.length}`)
  try {
    migrate(database, path, migrations)
  } finally {
    unlock()
  }
}

const ignore = (): void => undefined

/** One transaction for each step: a crash leaves a file of some older version. */
function migrate(database: DatabaseSyncInstance, path: string, migrations: readonly string[]): void {
  for (let version = pragma(database, "user_version") as number; version < migrations.length; version++) {
    try {
      database.exec(
        `BEGIN IMMEDIATE; PRAGMA application_id = ${applicationId}; ${migrations[version]}; PRAGMA user_version = ${version + 1}; COMMIT`,
      )
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK")
      throw new ServiceError(
        "store_unavailable",
        `the store ${path} could not be migrated to format version ${version + 1}: ${reason(error)}`,
      )
    }
  }
}

/** Damage such as an index without some rows would make acknowledged ids unknown. */
function checkWhole(database: DatabaseSyncInstance, path: string): void {
  const damage = isQuickToCheck(database) ? findDamage(database, 20) : null
  if (damage !== null)
    throw new ServiceError(
      "store_damaged",
      `the store ${path} is damaged: ${damage}; restore a backup (docs/operations.md)`,
    )
}

/** A crash of the machine may only lose what was not acknowledged. */
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
    throw new ServiceError("store_frozen", `the store ${path} was moved elsewhere and frozen at ${row.value}`)
}

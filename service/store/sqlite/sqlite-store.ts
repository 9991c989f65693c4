// The store in one SQLite file: what is written, and when it may be; what is read is in
// sqlite-reads.ts. See sqlite-open.ts for what makes it durable.

import type { DatabaseSyncInstance } from "@photostructure/sqlite"
import type { ActivityRow } from "../../activity/activity.ts"
import { createDurably } from "../../durable-file.ts"
import type { KeyStore } from "../../keys/key.ts"
import type { ServiceError } from "../../service-error.ts"
import type { TransactionOptions } from "../../transaction/transaction.ts"
import type { Changes } from "../changes.ts"
import type { ListPage, ListQuery } from "../list.ts"
import { keyColumns } from "../row-columns.ts"
import type { KeyRow } from "../rows.ts"
import type { Store } from "../store.ts"
import { unfinishedPurge } from "../store-properties.ts"
import { type MetadataRow, searchedText } from "../stored-rows.ts"
import { FileSearch } from "./file-search.ts"
import { paceCheck } from "./pace-check.ts"
import { removeOldAssignments } from "./sqlite-assignments.ts"
import { findDamage, isQuickToCheck } from "./sqlite-damage.ts"
import { sqliteError } from "./sqlite-error.ts"
import { SqliteIdentity } from "./sqlite-identity.ts"
import { listExperiments } from "./sqlite-list.ts"
import { SqliteLog } from "./sqlite-log.ts"
import { checkDurability, type OpenOptions, openSqlite } from "./sqlite-open.ts"
import { SqliteOutbox } from "./sqlite-outbox.ts"
import { clearFile, emptyLog } from "./sqlite-purge.ts"
import { SqliteReads } from "./sqlite-reads.ts"
import { SqliteSessions } from "./sqlite-sessions.ts"
import { SqliteStatements } from "./sqlite-statements.ts"
import { SqliteTransactions } from "./sqlite-transactions.ts"
import { insertInto, writeActivity, writeJournal, writeRest } from "./sqlite-write.ts"
import { StoreGuard } from "./store-guard.ts"

/** Opens the store in a file, which it creates if it is missing. */
export function openSqliteStore(path: string, options: OpenOptions = {}): SqliteStore {
  const { database, real, owned } = openSqlite(path, options)
  try {
    // A reader sees one consistent view while another process goes on writing.
    if (options.readOnly === true) database.exec("PRAGMA temp_store = MEMORY; BEGIN")
    return new SqliteStore(database, real, new StoreGuard(owned, options.readOnly === true ? null : real), options)
  } catch (error) {
    database.close()
    throw sqliteError(error)
  }
}

const putKeySql = insertInto("keys", keyColumns.names, "INSERT OR REPLACE")

const putUseSql =
  "INSERT INTO key_uses (key, day) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET day = max(day, excluded.day)"

export class SqliteStore extends SqliteReads implements Store {
  readonly path: string
  readonly database: DatabaseSyncInstance
  readonly outbox: SqliteOutbox
  readonly sessions: SqliteSessions
  /** Throws if the database is damaged. */
  readonly checkWhole: () => void
  readonly #identity: SqliteIdentity
  readonly #log: SqliteLog
  readonly #isReadOnly: boolean
  #keyWrites = 0
  #search: FileSearch | undefined

  constructor(database: DatabaseSyncInstance, path: string, guard: StoreGuard, { readOnly = false }: OpenOptions) {
    super(new SqliteStatements(database, path, guard), guard)
    this.database = database
    this.path = path
    this.#isReadOnly = readOnly
    this.#identity = new SqliteIdentity(this.rows, path, readOnly)
    this.outbox = new SqliteOutbox(this.rows)
    this.sessions = new SqliteSessions(this.rows)
    this.checkWhole = paceCheck<void>(undefined, () => {
      if (!isQuickToCheck(database) || database.isTransaction) return
      if (findDamage(database, 1) !== null) throw this.rows.damaged()
    })
    this.#log = new SqliteLog(this.rows, path, guard)
  }

  transactions(options: TransactionOptions): SqliteTransactions {
    return new SqliteTransactions(this, options)
  }

  commit(changes: Changes, restored?: number): void {
    this.#beginRestore(restored)
    this.rows.write(() => {
      writeJournal(this.rows, changes)
      writeRest(this.rows, changes)
      this.#identity.write(restored)
    })
    // Only now is it known to be under the store's name.
    this.guard.checkKept()
    this.#identity.committed()
  }

  check(): void {
    this.rows.checkOwner()
    this.guard.checkKept()
  }

  copied(): number | null {
    return this.#identity.copied
  }

  restores(): number {
    return this.#identity.restores
  }

  setRestores(count: number): void {
    this.#identity.restores = count
  }

  checkWritable(): void {
    this.rows.write(() => {
      checkDurability(this.database, this.path)
      // A row as large as a page, so that there must be room for one, and none in the end.
      this.rows.run("INSERT OR REPLACE INTO properties (name, value) VALUES ('room', ?)", " ".repeat(4096))
      this.rows.run("DELETE FROM properties WHERE name = 'room'")
    })
    this.guard.checkKept()
  }

  isLogStuck(): boolean {
    return this.#log.isStuck()
  }

  explain(error: unknown): ServiceError {
    return this.guard.explain(error)
  }

  async list(query: ListQuery): Promise<ListPage> {
    this.#prepareSearch()
    try {
      return await listExperiments(this.rows, this, query)
    } catch (error) {
      throw this.guard.explain(error)
    }
  }

  /** Writes the text that searches look into for experiments whose metadata has changed. */
  #prepareSearch(): void {
    const sql = "SELECT id, definition, name, description, labels FROM experiments WHERE searched IS NULL LIMIT 1"
    if (this.rows.get(sql) === undefined) return
    this.rows.write(() => {
      for (const row of this.rows.all<MetadataRow & { id: string }>(sql.replace("LIMIT 1", "")))
        this.rows.run("UPDATE experiments SET searched = ? WHERE id = ?", searchedText(row), row.id)
    })
  }

  removeOldAssignments(until: number, limit: number): number {
    return removeOldAssignments(this.rows, until, limit)
  }

  finishPurge(experiment: string): void {
    if (this.property(unfinishedPurge(experiment)) === null) return
    try {
      clearFile(this.database)
    } catch (error) {
      throw this.guard.explain(error)
    }
    this.guard.checkKept()
    this.setProperty(unfinishedPurge(experiment), null)
  }

  /**
   * Deleted rows are overwritten (secure_delete), but older versions of their pages are in the log,
   * and a page that was split may have copies of rows that moved elsewhere. Where a search finds
   * one of these, the file is rewritten.
   */
  finishErase(experiment: string, subject: string): void {
    try {
      emptyLog(this.database, "erase a subject", "repeat the request")
      const marked = this.rows.get("SELECT 1 FROM subjects WHERE experiment = ? AND subject = ?", experiment, subject)
      this.#search ??= new FileSearch(this.path)
      if (this.#search.count(subject) > (marked === undefined ? 0 : 1)) clearFile(this.database)
    } catch (error) {
      throw this.guard.explain(error)
    }
    this.guard.checkKept()
  }

  changeKeys<Result>(work: (keys: KeyStore) => Result): Result {
    this.#keyWrites += 1
    const results: Result[] = []
    const keys = { keys: () => this.keys(), putKey: (key: KeyRow, note?: ActivityRow) => this.#writeKey(key, note) }
    this.rows.write(() => void results.push(work(keys)))
    this.guard.checkKept()
    return results[0] as Result
  }

  putKey(key: KeyRow, note?: ActivityRow): void {
    this.#keyWrites += 1
    this.rows.transaction(() => this.#writeKey(key, note))
  }

  #writeKey(key: KeyRow, note: ActivityRow | undefined): void {
    this.rows.run(putKeySql, ...keyColumns.values(key))
    if (key.usedOn !== undefined) this.rows.run(putUseSql, key.id, key.usedOn)
    if (note !== undefined) writeActivity(this.rows, note)
  }

  putKeyUse(key: string, day: string): void {
    this.rows.write(() => this.rows.run(putUseSql, key, day))
  }

  version(): string {
    return `${this.rows.get<{ data_version: number }>("PRAGMA data_version")?.data_version ?? 0}.${this.#keyWrites}`
  }

  setProperty(name: string, value: string | null): void {
    this.rows.write(() => {
      if (value === null) this.rows.run("DELETE FROM properties WHERE name = ?", name)
      else this.rows.run("INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)", name, value)
    })
  }

  backup(path: string): void {
    // Readers hold one view of the store; a copy is made outside of it.
    if (this.database.isTransaction) this.database.exec("COMMIT")
    createDurably(path)
    this.rows.run("VACUUM INTO ?", path)
  }

  close(): void {
    if (!this.database.isOpen) return
    // A reader's view holds a lock, which may outlive the connection until its statements are
    // collected.
    try {
      if (this.database.isTransaction) this.database.exec("COMMIT")
    } catch {
      // A damaged file may not close in order.
    }
    if (!this.#isReadOnly) {
      this.#identity.flush()
      this.#log.empty()
    }
    this.rows.close()
    this.#search?.close()
    if (!this.#isReadOnly) this.#log.flush()
  }

  #beginRestore(restored: number | undefined): void {
    try {
      this.#identity.begin(restored)
    } catch (error) {
      throw this.guard.explain(error)
    }
  }
}

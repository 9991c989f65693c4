// The store in Postgres, for any number of replicas. Rows in, rows out; the same contract as the SQLite store, answered later. What a
// replica does under an experiment's row lock is in postgres-transaction.ts.

import type pg from "pg"
import type { ActivityRow } from "../../activity/activity.ts"
import type { LedgerEntry } from "../../ledger/ledger-entry.ts"
import { ServiceError } from "../../service-error.ts"
import type { TransactionOptions } from "../../transaction/transaction.ts"
import type { Changes } from "../changes.ts"
import { journalTaken } from "../journal-taken.ts"
import type { KeyRow } from "../rows.ts"
import type { Store } from "../store.ts"
import {
  currentResultsOfHead,
  type EntryRow,
  keyColumns,
  keyRow,
  keyValues,
  lastEventOfHead,
  ledgerEntry,
  type StoredKey,
} from "../stored-rows.ts"
import { anyUnfinishedPurge, purgesIn, unfinishedPurge } from "../unfinished-purge.ts"
import { isLostLine, postgresError } from "./postgres-error.ts"
import {
  beginDurably,
  checkPostgresDurability,
  connectPostgres,
  type PostgresOptions,
  preparePostgres,
} from "./postgres-open.ts"
import { PostgresOutbox } from "./postgres-outbox.ts"
import { isNotedSql, removePrivateRows, vacuum } from "./postgres-purge.ts"
import { PostgresReads } from "./postgres-reads.ts"
import { type LockedHead, PostgresTransaction, type RowsToRead } from "./postgres-transaction.ts"
import { PostgresTransactions } from "./postgres-transactions.ts"
import { activityStatements, writeStatements } from "./postgres-write.ts"
import { checkServerState, type ServerState } from "./server-state.ts"
import { isSettled, settlingError } from "./store-continuity.ts"

/** Whether a place is in Postgres, and not a file. */
export const isPostgresUrl = (store: string): boolean => /^postgres(ql)?:\/\//.test(store)

/** Opens the store at a postgres:// address, and prepares its tables. */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  const knowsTimeline = await preparePostgres(url, options)
  return new PostgresStore(url, await connectPostgres(url, options, knowsTimeline))
}

interface ServerTime {
  readonly now: number
  readonly latest: number | null
}

const headSql = (stateSql: string) => `SELECT h.*, ${stateSql}, ${lastEventOfHead}, ${currentResultsOfHead},
  coalesce((SELECT json_agg(json_build_object('entry', l.entry, 'sequence', s.sequence, 'salt', s.salt) ORDER BY l.number)
    FROM armistice.ledger l LEFT JOIN armistice.ledger_secrets s ON s.experiment = l.experiment AND s.number = l.number
    WHERE l.experiment = h.experiment AND l.number > $2), '[]') AS entries
  FROM armistice.heads h WHERE h.experiment = $1`

export class PostgresStore extends PostgresReads implements Store {
  readonly outbox = new PostgresOutbox(this)
  #isClosed = false
  readonly #purges = new Map<string, Promise<void>>()

  transactions(options: TransactionOptions): PostgresTransactions {
    return new PostgresTransactions(this, options)
  }

  /** Locks the experiments asked for and reads what the operations need to see. */
  async begin(asked: RowsToRead, until = performance.now() + this.connected.longestMs): Promise<PostgresTransaction> {
    for (let attempt = 1; ; attempt++)
      try {
        return await PostgresTransaction.begin(this.connected, asked, until)
      } catch (error) {
        // Nothing has been written yet. Each connection in the pool may be a dead one.
        if (attempt <= this.pool.options.max && isLostLine(error) && performance.now() < until) continue
        throw error
      }
  }

  async commit(changes: Changes): Promise<void> {
    const created = changes.experiments.map(({ experiment }) => experiment.id)
    const others = new Set<string>()
    for (const list of Object.values(changes) as { experiment: unknown }[][])
      for (const { experiment } of list)
        if (typeof experiment === "string" && !created.includes(experiment)) others.add(experiment)
    const numbers = new Map<string, number>()
    for (const id of others) {
      const number = await this.number(id)
      if (number === undefined)
        throw new ServiceError("internal", `a change must be of an experiment in the store, got one of ${id}`)
      numbers.set(id, number)
    }
    try {
      const transaction = await this.begin({ experiments: [...numbers.values()], created: created.length })
      try {
        for (const [index, id] of created.entries()) numbers.set(id, transaction.newNumbers[index] as number)
        await transaction.commit(writeStatements(changes, (id) => numbers.get(id) as number))
      } finally {
        // What cannot even be written down must not keep its connection.
        await transaction.rollback()
      }
    } catch (error) {
      throw postgresError(error)
    }
  }

  /** A row as large as one of the journal, in a transaction like all others, which looks for a freeze and for a restore. */
  async checkWritable(): Promise<void> {
    try {
      const transaction = await this.begin({ experiments: [] })
      if (!isSettled(transaction.server)) {
        await transaction.rollback()
        throw settlingError()
      }
      await transaction.commit([{ text: tryRowSql, values: ["x".repeat(tryRowSize)] }])
    } catch (error) {
      throw postgresError(error)
    }
    await checkPostgresDurability(this.pool)
  }

  /** Each transaction looks for itself. */
  check(): void {}

  /** The server checks what it reads. */
  checkWhole(): void {}

  explain(error: unknown): ServiceError {
    return postgresError(error)
  }

  async keys(): Promise<KeyRow[]> {
    return (await this.rows<StoredKey>(keysSql)).map(keyRow)
  }

  async putKey(key: KeyRow, note?: ActivityRow): Promise<void> {
    if (key.usedOn !== undefined) await this.putKeyUse(key.id, key.usedOn)
    const notes = note === undefined ? [] : activityStatements([note], () => 0)
    await this.write({ text: putKeySql, values: keyValues(key) }, ...notes)
  }

  async putKeyUse(key: string, day: string): Promise<void> {
    await this.query(
      `INSERT INTO armistice.key_uses (key, day) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET day = greatest(key_uses.day, excluded.day)`,
      [key, day],
    )
  }

  async version(): Promise<string> {
    const [row] = await this.rows<{ v: string }>(
      "SELECT md5(coalesce(string_agg(k::text, '|' ORDER BY k.id), '')) AS v FROM armistice.keys k",
    )
    return row?.v ?? ""
  }

  async property(name: string): Promise<string | null> {
    const [row] = await this.rows<{ value: string }>("SELECT value FROM armistice.properties WHERE name = $1", [name])
    return row?.value ?? null
  }

  async setProperty(name: string, value: string | null): Promise<void> {
    const text =
      value === null
        ? "DELETE FROM armistice.properties WHERE name = $1"
        : "INSERT INTO armistice.properties VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    await this.write({ text, values: value === null ? [name] : [name, value] })
  }

  async copied(): Promise<number | null> {
    return (await this.property("copy")) === null ? null : (await this.restores()) + 1
  }

  async restores(): Promise<number> {
    return Number((await this.property("restores")) ?? 0)
  }

  async setRestores(count: number): Promise<void> {
    await this.setProperty("restores", String(count))
  }

  /** The head of an experiment and its ledger after an entry, as they were at one instant. */
  async head(
    number: number,
    after: number,
  ): Promise<{ head: LockedHead; entries: LedgerEntry[]; server: ServerState } | undefined> {
    const { stateSql, durability } = this.connected
    const [row] = await this.rows<LockedHead & ServerState & { entries: EntryRow[] }>(headSql(stateSql), [
      number,
      after,
    ])
    if (row === undefined) return undefined
    checkServerState(row, durability)
    return { head: row, entries: row.entries.map(ledgerEntry), server: row }
  }

  /** What the server's clock shows. `withLatest`: and the latest time of any transaction, by any replica. */
  async serverTime(withLatest: boolean): Promise<ServerState & ServerTime> {
    const { stateSql, durability } = this.connected
    const latest = withLatest ? "(SELECT max(at) FROM armistice.heads)" : "NULL::bigint"
    const [row] = await this.rows<ServerState & ServerTime>(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${latest} AS latest, ${stateSql}`,
    )
    checkServerState(row as ServerState, durability)
    return row as ServerState & ServerTime
  }

  /** The experiments whose windows are to be looked at most urgently by `now`. */
  async dueExperiments(now: number, limit: number): Promise<string[]> {
    const rows = await this.rows<{ id: string }>(
      `SELECT e.id FROM armistice.heads h JOIN armistice.experiments e ON e.number = h.experiment
       WHERE h.sweep_at <= $1 AND h.status <> 'archived' ORDER BY h.sweep_at LIMIT $2`,
      [now, limit],
    )
    return rows.map(({ id }) => id)
  }

  /** Everything that `work` reads is as it was at one instant. */
  atOneInstant<Result>(work: (frozen: PostgresStore) => Promise<Result>): Promise<Result> {
    return this.inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", (client) =>
      work(new PostgresStore(this.path, { ...this.connected, pool: client as unknown as pg.Pool, begin: "" })),
    )
  }

  /** Those who ask for the same meanwhile share it: it may take longer than a request may. */
  finishPurge(experiment: string): Promise<void> {
    const running = this.#purges.get(experiment) ?? this.#finishPurge(experiment)
    this.#purges.set(experiment, running)
    return running
  }

  async #finishPurge(experiment: string): Promise<void> {
    try {
      await this.#removePurged(experiment)
    } finally {
      this.#purges.delete(experiment)
    }
  }

  async #removePurged(experiment: string): Promise<void> {
    if ((await this.property(unfinishedPurge(experiment))) === null) return
    await removePrivateRows(this, experiment)
    try {
      await vacuum(this.pool.options)
    } catch (error) {
      throw postgresError(error)
    }
    await this.setProperty(unfinishedPurge(experiment), null)
  }

  async unfinishedPurges(): Promise<string[]> {
    const sql = "SELECT name FROM armistice.properties WHERE name LIKE $1"
    return purgesIn((await this.rows<{ name: string }>(sql, [anyUnfinishedPurge])).map(({ name }) => name))
  }

  /** Removes the decisions of an experiment and all that hangs on them, some at a time, as long as the store knows that they were taken out. */
  async removeJournal(experiment: string): Promise<void> {
    const number = await this.number(experiment)
    const [head] = await this.rows<{ last: number }>(
      "SELECT sequence AS last FROM armistice.heads WHERE experiment = $1",
      [number],
    )
    const isTaken = isNotedSql(journalTaken(experiment))
    const step = 50_000
    for (let from = 0; from <= (head?.last ?? 0); from += step)
      for (const [table, column] of journalTables)
        await this.query(
          `DELETE FROM armistice.${table} WHERE experiment = $1 AND ${column} > $2 AND ${column} <= $3 AND ${isTaken}`,
          [number, from, from + step],
        )
    await this.query(`DELETE FROM armistice.subjects WHERE experiment = $1 AND ${isTaken}`, [number])
  }

  /** Once this returns no replica can commit any more: each checks for it under its lock. */
  freeze(at: string): Promise<void> {
    return this.inTransaction(beginDurably(this.connected.durability), async (client) => {
      await client.query("LOCK TABLE armistice.heads IN EXCLUSIVE MODE")
      await client.query("INSERT INTO armistice.properties VALUES ('frozen', $1)", [at])
    })
  }

  backup(_path: string): never {
    throw new ServiceError("store_unavailable", "a Postgres store must be backed up with pg_dump or copied, got backup")
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.pool.end()
  }
}

const keysSql = `SELECT k.*, u.day FROM armistice.keys k LEFT JOIN armistice.key_uses u ON u.key = k.id
  ORDER BY k.created_at, k.id`

const putKeySql = `INSERT INTO armistice.keys (${keyColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, hash = excluded.hash,
       experiments = excluded.experiments, expires_at = excluded.expires_at, revoked_at = excluded.revoked_at`

const tryRowSql =
  "INSERT INTO armistice.properties VALUES ('writable', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
const tryRowSize = 500

/** Last the decisions: after a crash the rest can still be found. */
const journalTables = [
  ["rewards", "decision"],
  ["observations", "sequence"],
  ["metric_values", "decision"],
  ["metric_observations", "sequence"],
  ["decisions", "sequence"],
] as const

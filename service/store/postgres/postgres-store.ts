// The store in Postgres, for any number of replicas. Rows in, rows out; the same contract as the
// SQLite store, answered later. The work of a replica under an experiment's row lock is in
// postgres-transaction.ts.

import type { ActivityRow } from "../../activity/activity.ts"
import type { KeyStore } from "../../keys/key.ts"
import { ServiceError } from "../../service-error.ts"
import type { TransactionOptions } from "../../transaction/transaction.ts"
import type { Changes } from "../changes.ts"
import type { ListPage, ListQuery } from "../list.ts"
import type { ListedReplica, Replica } from "../replica.ts"
import { keyColumns, keysSql, places, readKey, replaceById, type SelectedKey } from "../row-columns.ts"
import type { KeyRow } from "../rows.ts"
import type { SqlStatement } from "../shared-sql.ts"
import type { Store } from "../store.ts"
import { journalTaken, unfinishedPurge } from "../store-properties.ts"
import { removeOldAssignments } from "./postgres-assignments.ts"
import { postgresError } from "./postgres-error.ts"
import { listExperiments } from "./postgres-list.ts"
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
import { PostgresSession } from "./postgres-session.ts"
import { PostgresSessions } from "./postgres-sessions.ts"
import { PostgresTransactions } from "./postgres-transactions.ts"
import { noteStatements, writeStatements } from "./postgres-write.ts"
import { beatStatement, removeReplica, replicasSql } from "./replicas.ts"
import { settlingError } from "./server-state.ts"
import { isSettled } from "./store-place.ts"

/** Whether a place is in Postgres, and not a file. */
export const isPostgresUrl = (store: string): boolean => /^postgres(ql)?:\/\//.test(store)

/** Opens the store at a postgres:// address, and prepares its tables. */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  const knowsTimeline = await preparePostgres(url, options)
  return new PostgresStore(new PostgresSession(url, await connectPostgres(url, options, knowsTimeline)))
}

export class PostgresStore extends PostgresReads implements Store {
  readonly path: string
  readonly outbox: PostgresOutbox
  readonly sessions: PostgresSessions
  readonly #purges = new Map<string, Promise<void>>()

  constructor(session: PostgresSession) {
    super(session)
    this.path = session.path
    this.outbox = new PostgresOutbox(session)
    this.sessions = new PostgresSessions(session)
  }

  transactions(options: TransactionOptions): PostgresTransactions {
    return new PostgresTransactions(this, options)
  }

  async commit(changes: Changes): Promise<void> {
    const created = changes.experiments.map(({ experiment }) => experiment.id)
    const others = new Set<string>()
    for (const list of Object.values(changes) as { experiment: unknown }[][])
      for (const { experiment } of list)
        if (typeof experiment === "string" && !created.includes(experiment)) others.add(experiment)
    const numbers = new Map<string, number>()
    for (const id of others) {
      const number = await this.session.number(id)
      if (number === undefined) throw new ServiceError("internal", `the store has no experiment ${id}`)
      numbers.set(id, number)
    }
    try {
      const transaction = await this.session.begin({ experiments: [...numbers.values()], created: created.length })
      try {
        for (const [index, id] of created.entries()) numbers.set(id, transaction.newNumbers[index] as number)
        await transaction.commit(writeStatements(changes, (id) => numbers.get(id) as number))
      } finally {
        // Release the connection if the statements cannot be built.
        await transaction.rollback()
      }
    } catch (error) {
      throw postgresError(error)
    }
  }

  /** A row as large as a journal entry, in a transaction like all others. */
  async checkWritable(): Promise<void> {
    try {
      const transaction = await this.session.begin({ experiments: [] })
      if (!isSettled(transaction.server)) {
        await transaction.rollback()
        throw settlingError()
      }
      await transaction.commit([{ text: tryRowSql, values: ["x".repeat(tryRowSize)] }])
    } catch (error) {
      throw postgresError(error)
    }
    await checkPostgresDurability(this.session.pool)
  }

  /** Each transaction checks for itself. */
  check(): void {}

  replicas(): Promise<ListedReplica[]> {
    return this.session.rows(replicasSql)
  }

  /**
   * Renews the row of a replica, which says that it runs, also if it is too old for the store. One
   * statement holds no lock that could keep a migration waiting.
   */
  async beat(replica: Replica): Promise<void> {
    const { text, values } = beatStatement(replica, this.session.connected.format)
    await this.session.query(text, values)
  }

  async forget(replica: Replica): Promise<void> {
    const { text, values } = removeReplica(replica)
    await this.session.query(text, values)
  }

  /** The server checks what it reads. */
  checkWhole(): void {}

  list(query: ListQuery): Promise<ListPage> {
    return listExperiments(this.session, query)
  }

  explain(error: unknown): ServiceError {
    return postgresError(error)
  }

  changeKeys<Result>(work: (keys: KeyStore) => Result): Promise<Result> {
    return this.session.writeAfter(async (client, statements) => {
      // Nobody else changes keys before the commit; reading them goes on.
      await client.query("LOCK TABLE armistice.keys IN SHARE ROW EXCLUSIVE MODE")
      const { rows } = await client.query(keysSql("armistice."))
      const keys = (rows as SelectedKey[]).map(readKey)
      return work({ keys: () => keys, putKey: (key, note) => void statements.push(...keyStatements(key, note)) })
    })
  }

  async putKey(key: KeyRow, note?: ActivityRow): Promise<void> {
    if (key.usedOn !== undefined) await this.putKeyUse(key.id, key.usedOn)
    await this.session.write(...keyStatements(key, note))
  }

  async putKeyUse(key: string, day: string): Promise<void> {
    await this.session.query(
      `INSERT INTO armistice.key_uses (key, day) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET day = greatest(key_uses.day, excluded.day)`,
      [key, day],
    )
  }

  async version(): Promise<string> {
    const [row] = await this.session.rows<{ v: string }>(
      "SELECT md5(coalesce(string_agg(k::text, '|' ORDER BY k.id), '')) AS v FROM armistice.keys k",
    )
    return row?.v ?? ""
  }

  async setProperty(name: string, value: string | null): Promise<void> {
    const text =
      value === null
        ? "DELETE FROM armistice.properties WHERE name = $1"
        : "INSERT INTO armistice.properties VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    await this.session.write({ text, values: value === null ? [name] : [name, value] })
  }

  async setRestores(count: number): Promise<void> {
    await this.setProperty("restores", String(count))
  }

  removeOldAssignments(until: number, limit: number): Promise<number> {
    return removeOldAssignments(this.session, until, limit)
  }

  /** Concurrent calls share one run, which may take longer than a request. */
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
    await removePrivateRows(this.session, experiment)
    try {
      await vacuum(this.session.pool.options)
    } catch (error) {
      throw postgresError(error)
    }
    await this.setProperty(unfinishedPurge(experiment), null)
  }

  /**
   * Removes the decisions of an experiment and all that hangs on them, some at a time, as long as
   * the store knows that they were taken out.
   */
  async removeJournal(experiment: string): Promise<void> {
    const number = await this.session.number(experiment)
    const [head] = await this.session.rows<{ last: number }>(
      "SELECT sequence AS last FROM armistice.heads WHERE experiment = $1",
      [number],
    )
    const isTaken = isNotedSql(journalTaken(experiment))
    const step = 50_000
    for (let from = 0; from <= (head?.last ?? 0); from += step)
      for (const [table, column] of journalTables)
        await this.session.query(
          `DELETE FROM armistice.${table} WHERE experiment = $1 AND ${column} > $2 AND ${column} <= $3 AND ${isTaken}`,
          [number, from, from + step],
        )
    await this.session.query(`DELETE FROM armistice.subjects WHERE experiment = $1 AND ${isTaken}`, [number])
  }

  /** Once this returns no replica can commit any more: each checks for it under its lock. */
  freeze(at: string): Promise<void> {
    return this.session.inTransaction(beginDurably(this.session.connected.durability), async (client) => {
      await client.query("LOCK TABLE armistice.heads IN EXCLUSIVE MODE")
      await client.query("INSERT INTO armistice.properties VALUES ('frozen', $1)", [at])
    })
  }

  backup(_path: string): never {
    throw new ServiceError("store_unavailable", "a Postgres store has no backup of its own: use pg_dump, or copy it")
  }

  close(): Promise<void> {
    return this.session.close()
  }
}

const keyStatements = (key: KeyRow, note: ActivityRow | undefined): SqlStatement[] => [
  { text: putKeySql, values: keyColumns.values(key) },
  ...noteStatements(note),
]

const putKeySql = `INSERT INTO armistice.keys (${keyColumns.names.join(", ")}) VALUES (${places(keyColumns)})
  ${replaceById(keyColumns)}`

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

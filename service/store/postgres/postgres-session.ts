// Statements on a pool of connections to Postgres, and the experiments that its rows know by
// number.

import type pg from "pg"
import type { Experiment } from "../../experiment.ts"
import type { SqlStatement } from "../shared-sql.ts"
import { type Known, KnownExperiments } from "./known-experiments.ts"
import { commitOn } from "./postgres-commit.ts"
import { isLostLine, postgresError } from "./postgres-error.ts"
import { beginDurably, type PostgresPool } from "./postgres-open.ts"
import { PostgresTransaction, type RowsToRead } from "./postgres-transaction.ts"
import { checkServerState, type ServerState, settlingError } from "./server-state.ts"
import { isAtNotedPlace } from "./store-place.ts"

/** Tells a session whether the store was replaced (store-continuity.ts). */
export interface Watch {
  isSame(state: ServerState): boolean
  settleSoon(): Promise<void>
}

export class PostgresSession {
  /** While served: a store that was replaced takes no writes until that is dealt with. */
  watch: Watch | undefined
  readonly #url: string
  #isClosed = false
  /** Without password. */
  readonly path: string
  readonly pool: pg.Pool
  readonly connected: PostgresPool
  readonly known = new KnownExperiments((ids) => this.#definitions(ids))

  constructor(url: string, connected: PostgresPool) {
    this.#url = url
    const { host, pathname } = new URL(url)
    this.path = `postgres://${host}${pathname}`
    this.connected = connected
    this.pool = connected.pool
  }

  /** The same statements on one connection, whose transaction is under way. */
  on(client: pg.PoolClient): PostgresSession {
    return new PostgresSession(this.#url, { ...this.connected, pool: client as unknown as pg.Pool, begin: "" })
  }

  /** The experiment's number; undefined if there is none. */
  async number(id: string): Promise<number | undefined> {
    await this.known.learn([id])
    return this.known.get(id)?.number
  }

  /** Rows of one experiment, whose number is the statement's first value. */
  async all<Row>(experiment: string, sql: string, values: unknown[] = []): Promise<Row[]> {
    const number = await this.number(experiment)
    if (number === undefined) return []
    const rows = await this.rows<object>(sql, [number, ...values])
    return rows.map((row) => ({ ...row, experiment })) as Row[]
  }

  async one<Row>(experiment: string, sql: string, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(experiment, sql, values))[0]
  }

  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.query(sql, values)).rows as Row[]
  }

  /** Only for statements that may be done twice. */
  async query(sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.pool.query(sql, values)
      } catch (error) {
        if (attempt === 1 && isLostLine(error)) continue
        throw postgresError(error)
      }
  }

  async #definitions(ids: readonly string[]): Promise<Known[]> {
    const rows = await this.rows<{ number: number; definition: string }>(
      "SELECT number, definition FROM armistice.experiments WHERE id = ANY($1::text[])",
      [ids],
    )
    return rows.map(({ number, definition }) => ({ number, experiment: JSON.parse(definition) as Experiment }))
  }

  async serverState(): Promise<ServerState> {
    const [state] = await this.rows<ServerState>(`SELECT ${this.connected.stateSql}`)
    checkServerState(state as ServerState, this.connected)
    return state as ServerState
  }

  /**
   * Writes beside the transactions of requests. Like them, it is over once it is durable, refused
   * once the store was moved, and waits until a restore has been dealt with.
   */
  async write(...statements: readonly SqlStatement[]): Promise<void> {
    await this.writeAfter(async (_client, list) => list.push(...statements))
  }

  /** The same for one statement whose rows are needed. */
  writeReturning<Row>({ text, values }: SqlStatement): Promise<Row[]> {
    return this.writeAfter(async (client) => (await client.query(text, values)).rows as Row[])
  }

  /** The same for the statements that `work` lists by what it reads in their transaction. */
  async writeAfter<Result>(work: (client: pg.PoolClient, list: SqlStatement[]) => Promise<Result>): Promise<Result> {
    let isServed = true
    const attempt = () => {
      const list: SqlStatement[] = []
      const run = async (client: pg.PoolClient) => {
        isServed = await this.#isServed(client)
        if (!isServed) throw settlingError()
        return work(client, list)
      }
      return this.inTransaction(beginDurably(this.connected.durability), run, list)
    }
    try {
      return await attempt()
    } catch (error) {
      if (isServed || this.watch === undefined) throw error
      await this.watch.settleSoon()
      return attempt()
    }
  }

  /** Whether the store is the one that was seen; for a command, the one that it has opened. */
  async #isServed(client: pg.PoolClient): Promise<boolean> {
    const { stateSql } = this.connected
    // A command that moves the store waits for this lock, or this waits for it.
    await client.query("LOCK TABLE armistice.heads IN ROW SHARE MODE")
    const { rows } = await client.query(`SELECT ${stateSql}`)
    const state = rows[0] as ServerState
    checkServerState(state, this.connected)
    return this.watch === undefined ? isAtNotedPlace(state) : this.watch.isSame(state)
  }

  /** Statements in one transaction on one connection, of any kind. */
  async inTransaction<Result>(
    begin: string,
    work: (client: pg.PoolClient) => Promise<Result>,
    /** Sent together with COMMIT. */
    last: readonly SqlStatement[] = [],
  ): Promise<Result> {
    const client = await this.pool.connect()
    try {
      await client.query(begin)
      const result = await work(client)
      await commitOn(client, last)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw postgresError(error)
    }
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

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.pool.end()
  }
}

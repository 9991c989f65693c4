// Connects to Postgres so that it keeps what it acknowledges. Refuses a server with fsync,
// full_page_writes or synchronous_commit off, a store of a newer program, and one that was moved
// elsewhere. Nothing here needs a session: it works behind PgBouncer in transaction mode. The
// settings checked here can change while the store is served, so each transaction checks them again
// (server-state.ts).

import type pg from "pg"
import { ServiceError } from "../../service-error.ts"
import type { Replica } from "../replica.ts"
import { commitOn } from "./postgres-commit.ts"
import { type Fork, notePlace, readServerPlace } from "./postgres-copy.ts"
import { postgresDriver } from "./postgres-driver.ts"
import { postgresError } from "./postgres-error.ts"
import { type PostgresMigration, postgresMigrations } from "./postgres-schema.ts"
import { beatStatement, checkOlderReplicas, forgetReplicasSql, OlderReplicas } from "./replicas.ts"
import {
  checkFormat,
  checkNotMoved,
  type Durability,
  type Expected,
  raiseDurabilitySql,
  type ServerState,
  serverStateSql,
  settingsError,
  standbyError,
  startedSql,
} from "./server-state.ts"

export interface PostgresOptions {
  /** Connections at most. */
  readonly connections?: number
  /** How long a transaction waits for an experiment that another replica holds. */
  readonly lockTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** How long to wait for a connection, from the pool or a new one. */
  readonly connectTimeoutMs?: number
  /** How far a commit must be before it is acknowledged; "on" if left out. */
  readonly durability?: Durability
  /** To copy it once more; it cannot be served. */
  readonly mayBeFrozen?: boolean
  /** Instead of the store's own steps, for tests of the next one. */
  readonly migrations?: readonly PostgresMigration[]
  /** The process that serves the store: it gets a row among the replicas. */
  readonly replica?: Replica
  /** How long to wait for older replicas that must stop before the tables are migrated. */
  readonly upgradeWaitMs?: number
  /** Called with a sentence when it begins to wait for them. */
  readonly onWaiting?: (sentence: string) => void
}

export interface PostgresPool extends Expected {
  readonly pool: pg.Pool
  /** For a transaction of its own, which no request waits for. */
  readonly longestMs: number
  /** The statement every transaction begins with. */
  readonly begin: string
  /** The columns of ServerState. */
  readonly stateSql: string
}

/** Begins a transaction of any other kind that is acknowledged only once it is durable. */
export const beginDurably = (durability: Durability): string =>
  `BEGIN; SET LOCAL client_min_messages = warning; SELECT ${raiseDurabilitySql(durability)}`

/** "ARMS": the advisory lock under which tables are made and changed. */
const migrationLock = 0x41524d53

export async function connectPostgres(
  url: string,
  options: PostgresOptions = {},
  knowsTimeline = true,
): Promise<PostgresPool> {
  const { durability = "on", migrations = postgresMigrations } = options
  const { connections = 8, lockTimeoutMs = 2000, statementTimeoutMs = 5000, connectTimeoutMs = 3000 } = options
  const { Pool, types } = await postgresDriver()
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    // On this side of the line too: a server that no longer answers must not hold a request.
    query_timeout: statementTimeoutMs + lockTimeoutMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: createTypeParser(types) } as pg.CustomTypesConfig,
  } as pg.PoolConfig)
  // Connections end with the server, idle or in use; the pool makes new ones.
  pool.on("error", ignore)
  pool.on("connect", (client) => client.on("error", ignore))
  const begin = `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${statementTimeoutMs + lockTimeoutMs}; SET LOCAL client_min_messages = warning`
  const longestMs = connectTimeoutMs + statementTimeoutMs
  const format = migrations.length
  return { pool, longestMs, begin, durability, format, stateSql: serverStateSql(knowsTimeline) }
}

const ignore = (): void => undefined

const int8 = 20

/** Whole numbers of 64 bits as numbers: everything counted here stays below 2^53. */
const createTypeParser =
  ({ getTypeParser }: typeof pg.types) =>
  (type: number, format?: "text" | "binary"): ((value: string) => unknown) =>
    type === int8 && format !== "binary"
      ? Number
      : (getTypeParser as (type: number, format?: string) => (value: string) => unknown)(type, format)

/** Migrates the tables and checks the server. Returns whether it reveals its timeline. */
export async function preparePostgres(url: string, options: PostgresOptions): Promise<boolean> {
  const { connectTimeoutMs = 3000, mayBeFrozen = false, migrations = postgresMigrations, durability = "on" } = options
  const { replica, upgradeWaitMs = 0, onWaiting = ignore } = options
  const prepare = async (client: pg.Client) => {
    await checkPostgresDurability(client)
    const place = await readServerPlace(client)
    await client.query(beginDurably(durability))
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await migrate(client, migrations)
    if (!mayBeFrozen) await checkNotFrozen(client, place.timeline)
    await notePlace(client, place)
    if (replica !== undefined) {
      await client.query(forgetReplicasSql)
      await client.query(beatStatement(replica, migrations.length))
    }
    await commitOn(client)
    return place.timeline !== null
  }
  return afterOlderReplicas(() => asOperator(url, prepare, connectTimeoutMs), upgradeWaitMs, onWaiting)
}

const upgradeStepMs = 250

/** Tries again while older replicas run, which the next step of the tables is not for. */
async function afterOlderReplicas<Result>(
  work: () => Promise<Result>,
  waitMs: number,
  onWaiting: (sentence: string) => void,
): Promise<Result> {
  const until = performance.now() + waitMs
  let known = ""
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OlderReplicas) || performance.now() >= until) throw error
      if (error.message !== known) onWaiting(error.message)
      known = error.message
      await new Promise((resolve) => setTimeout(resolve, Math.min(upgradeStepMs, waitMs)))
    }
}

/** Notes the store's place while it is served. Returns when its server was started. */
export function notePlaceNow(options: pg.PoolOptions, fork?: Fork): Promise<string> {
  return withOwnClient(options as pg.ClientConfig, async (client) => {
    const place = await readServerPlace(client)
    await client.query(beginDurably("on"))
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await notePlace(client, place, fork)
    const { rows } = await client.query(`SELECT ${startedSql} AS started`)
    await commitOn(client)
    return rows[0].started as string
  })
}

/** On a connection of its own, as this may take longer than a request may. */
async function withOwnClient<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { Client } = await postgresDriver()
  const client = new Client({ ...options, query_timeout: 60_000 })
  client.on("error", ignore)
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    await client.query("ROLLBACK").catch(ignore)
    throw error
  } finally {
    await client.end().catch(ignore)
  }
}

/** For the person who starts a command: what the server says, in full. */
export async function asOperator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  connectTimeoutMs = 3000,
): Promise<Result> {
  let isConnected = false
  try {
    return await withOwnClient({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs }, (client) => {
      isConnected = true
      return work(client)
    })
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const problem = isConnected ? "this program cannot use the store" : "the store's Postgres cannot be reached"
    throw new ServiceError("store_unavailable", `${problem}: ${reason(error)}`)
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))

interface Queryable {
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

async function migrate(client: Queryable, migrations: readonly PostgresMigration[]): Promise<void> {
  await client.query("CREATE SCHEMA IF NOT EXISTS armistice")
  await client.query("CREATE TABLE IF NOT EXISTS armistice.properties (name text PRIMARY KEY, value text NOT NULL)")
  const { rows } = await client.query(
    "SELECT name, value FROM armistice.properties WHERE name IN ('formatVersion', 'oldestProgram')",
  )
  const properties: Record<string, string> = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const known = migrations.length
  checkFormat(properties, known)
  const { formatVersion = "0", oldestProgram = "0" } = properties
  const oldest = Math.max(0, ...migrations.slice(Number(formatVersion)).map((step) => step.oldestProgram))
  if (formatVersion !== "0" && oldest > Number(oldestProgram)) {
    await checkOlderReplicas(client, { oldest, known })
    // A replica that only seemed to be gone: as with a freeze, its transactions are over before
    // this, or read after it that the store is not for them any more (checkFormat).
    await client.query("LOCK TABLE armistice.heads IN EXCLUSIVE MODE")
  }
  for (let version = Number(formatVersion); version < known; version++) {
    const { sql, oldestProgram } = migrations[version] as PostgresMigration
    await client.query(sql)
    await client.query(
      `INSERT INTO armistice.properties VALUES ('formatVersion', $1), ('oldestProgram', $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [String(version + 1), String(oldestProgram)],
    )
  }
}

async function checkNotFrozen(client: Queryable, timeline: string | null): Promise<void> {
  const { rows } = await client.query(
    "SELECT json_object_agg(name, value) AS properties FROM armistice.properties WHERE name IN ('frozen', 'handover')",
  )
  checkNotMoved({ properties: (rows[0] as ServerState).properties, timeline })
}

/** A crash of the server may only lose what was not acknowledged. */
export async function checkPostgresDurability(client: Queryable): Promise<void> {
  let settings: Record<string, string | boolean>
  try {
    const { rows } = await client.query(
      "SELECT pg_is_in_recovery() AS standby, current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit",
    )
    settings = rows[0] as Record<string, string | boolean>
  } catch (error) {
    throw postgresError(error)
  }
  if (settings.standby === true) throw standbyError()
  const off = Object.keys(settings).filter((name) => settings[name] === "off")
  if (off.length > 0) throw settingsError(off)
}

// Connects to Postgres so that it keeps what it acknowledges. Refuses a server with fsync,
// full_page_writes or synchronous_commit off, a store of a newer program, and one that was moved
// elsewhere. Nothing here needs a session: it works behind PgBouncer in transaction mode. What is
// checked here can change while the store is served, so each transaction checks it again
// (server-state.ts).

import type pg from "pg"
import { ServiceError } from "../../service-error.ts"
import { commitOn } from "./postgres-commit.ts"
import { type Fork, notePlace, placeBehind } from "./postgres-copy.ts"
import { postgresDriver } from "./postgres-driver.ts"
import { postgresError } from "./postgres-error.ts"
import { type PostgresMigration, postgresMigrations } from "./postgres-schema.ts"
import {
  checkNotMoved,
  type Durability,
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
}

export interface PostgresPool {
  readonly pool: pg.Pool
  /** For a transaction of its own, which no request waits for. */
  readonly longestMs: number
  /** The statement every transaction begins with. */
  readonly begin: string
  readonly durability: Durability
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
  const { durability = "on" } = options
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
    types: { getTypeParser: typeParserOf(types) } as pg.CustomTypesConfig,
  } as pg.PoolConfig)
  // Connections end with the server, idle or in use; the pool makes new ones.
  pool.on("error", ignore)
  pool.on("connect", (client) => client.on("error", ignore))
  const begin = `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${statementTimeoutMs + lockTimeoutMs}; SET LOCAL client_min_messages = warning`
  const longestMs = connectTimeoutMs + statementTimeoutMs
  return { pool, longestMs, begin, durability, stateSql: serverStateSql(knowsTimeline) }
}

const ignore = (): void => undefined

const int8 = 20

/** Whole numbers of 64 bits as numbers: everything counted here stays below 2^53. */
const typeParserOf =
  ({ getTypeParser }: typeof pg.types) =>
  (type: number, format?: "text" | "binary"): ((value: string) => unknown) =>
    type === int8 && format !== "binary"
      ? Number
      : (getTypeParser as (type: number, format?: string) => (value: string) => unknown)(type, format)

/**
 * Makes or brings up to date the tables, and checks that the server may be trusted with them.
 * Returns whether it reveals its timeline.
 */
export async function preparePostgres(url: string, options: PostgresOptions): Promise<boolean> {
  const { connectTimeoutMs = 3000, mayBeFrozen = false, migrations = postgresMigrations, durability = "on" } = options
  const prepare = async (client: pg.Client) => {
    await checkPostgresDurability(client)
    const place = await placeBehind(client)
    await client.query(beginDurably(durability))
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await migrate(client, migrations)
    if (!mayBeFrozen) await checkNotFrozen(client, place.timeline)
    await notePlace(client, place)
    await commitOn(client)
    return place.timeline !== null
  }
  return asOperator(url, prepare, connectTimeoutMs)
}

/**
 * Compares the store's place with what it has noted, while it is served. Returns when the server
 * that answered was started.
 */
export function notePlaceNow(options: pg.PoolOptions, fork?: Fork): Promise<string> {
  return withOwnClient(options as pg.ClientConfig, async (client) => {
    const place = await placeBehind(client)
    await client.query(beginDurably("on"))
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await notePlace(client, place, fork)
    const { rows } = await client.query(`SELECT ${startedSql} AS started`)
    await commitOn(client)
    return rows[0].started as string
  })
}

/**
 * A connection of its own: making tables, and waiting for others, may take longer than a request
 * may.
 */
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
    const must = isConnected ? "one this program can use" : "a Postgres that can be reached"
    throw new ServiceError("store_unavailable", `the store must be ${must}, got: ${reason(error)}`)
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
  const property = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0)
  const known = migrations.length
  if (property("oldestProgram") > known)
    throw new ServiceError(
      "store_unavailable",
      `the store has format version ${property("formatVersion")}, but this program knows only version ${known}: use a newer program`,
    )
  for (let version = property("formatVersion"); version < known; version++) {
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

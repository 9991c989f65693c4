// Connects to Postgres so that it keeps what it acknowledges. Refuses a server with fsync, full_page_writes or synchronous_commit off, a
// store of a newer program, and one that was moved elsewhere. Nothing here needs a session: it works behind PgBouncer in transaction mode.

import type pg from "pg"
import { ServiceError } from "../../service-error.ts"
import { notePlace, placeBehind } from "./postgres-copy.ts"
import { postgresDriver } from "./postgres-driver.ts"
import { postgresError } from "./postgres-error.ts"
import { growingFrom, growingVersion, postgresMigrations } from "./postgres-schema.ts"

export interface PostgresOptions {
  /** Connections at most. */
  readonly connections?: number
  /** How long a transaction waits for an experiment that another replica holds. */
  readonly lockTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** How long to wait for a connection, from the pool or a new one. */
  readonly connectTimeoutMs?: number
  /** To copy it once more; it cannot be served. */
  readonly mayBeFrozen?: boolean
}

export interface PostgresPool {
  readonly pool: pg.Pool
  /** The statement every transaction begins with. */
  readonly begin: string
}

/** "ARMS": the advisory lock under which tables are made and changed. */
const migrationLock = 0x41524d53

export async function connectPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresPool> {
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
  const begin = `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${statementTimeoutMs + lockTimeoutMs}`
  return { pool, begin }
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

/** Makes or brings up to date the tables, and checks that the server may be trusted with them. */
export async function preparePostgres(url: string, options: PostgresOptions): Promise<void> {
  const { connectTimeoutMs = 3000, mayBeFrozen = false } = options
  // A connection of its own: making tables may take longer than a request may.
  const { Client } = await postgresDriver()
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: 60_000,
  })
  client.on("error", ignore)
  try {
    await client.connect()
  } catch (error) {
    throw new ServiceError(
      "store_unavailable",
      `the store must be a Postgres that can be reached, got: ${reason(error)}`,
    )
  }
  try {
    await checkPostgresDurability(client)
    const place = await placeBehind(client)
    await client.query("BEGIN")
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await migrate(client)
    if (!mayBeFrozen) await checkNotFrozen(client)
    await notePlace(client, place)
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined)
    if (error instanceof ServiceError) throw error
    throw new ServiceError("store_unavailable", `the store must be one this program can use, got: ${reason(error)}`)
  } finally {
    await client.end().catch(ignore)
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error))

interface Queryable {
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

async function migrate(client: Queryable): Promise<void> {
  await client.query("CREATE SCHEMA IF NOT EXISTS armistice")
  await client.query("CREATE TABLE IF NOT EXISTS armistice.properties (name text PRIMARY KEY, value text NOT NULL)")
  const { rows } = await client.query("SELECT name, value FROM armistice.properties WHERE name IN ('version', 'least')")
  const property = (name: string) => Number(rows.find((row) => row.name === name)?.value ?? 0)
  const known = postgresMigrations.length
  if (property("least") > known)
    throw new ServiceError(
      "store_unavailable",
      `the store must have version ${known} or older, got one that needs version ${property("least")}: use the newer program`,
    )
  const found = property("version")
  for (let version = found; version < known; version++) {
    const { sql, least } = postgresMigrations[version] as (typeof postgresMigrations)[0]
    await client.query(sql)
    await client.query(
      "INSERT INTO armistice.properties VALUES ('version', $1), ('least', $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      // What a store has needed since a restore it goes on needing.
      [String(version + 1), String(Math.max(least, property("least")))],
    )
  }
  // Replicas of the version before are replaced within a day. Until then they may serve what new ones create, so that is as they know it.
  if (found > 0 && found < growingVersion)
    await client.query(
      "INSERT INTO armistice.properties SELECT $1, (extract(epoch FROM now() + interval '1 day') * 1000)::bigint::text",
      [growingFrom],
    )
}

async function checkNotFrozen(client: Queryable): Promise<void> {
  const { rows } = await client.query("SELECT value FROM armistice.properties WHERE name = 'frozen'")
  if (rows.length > 0)
    throw new ServiceError(
      "store_frozen",
      `the store must not have been moved elsewhere, got one frozen at ${rows[0].value}`,
    )
}

/** What a crash of the server may take is only what has not been acknowledged. */
export async function checkPostgresDurability(client: Queryable): Promise<void> {
  let settings: Record<string, string>
  try {
    const { rows } = await client.query(
      "SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit",
    )
    settings = rows[0] as Record<string, string>
  } catch (error) {
    throw postgresError(error)
  }
  const off = Object.keys(settings).filter((name) => settings[name] === "off")
  if (off.length > 0)
    throw new ServiceError(
      "store_unavailable",
      `the store's server must have fsync, full_page_writes and synchronous_commit on, got ${off.join(" and ")} off`,
    )
}

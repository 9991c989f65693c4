// Whether a Postgres store is a restored copy. A dump restored elsewhere is in another database: its oid, the schema's and the server's system
// identifier, as far as they can be read, are compared with those the store was last opened in. A database that was only set back to an earlier
// time in its place cannot be recognised in this way: whoever restored it must say so, with the property `copy` (docs/operations.md).

import type pg from "pg"
import { postgresDriver } from "./postgres-driver.ts"

interface Queryable {
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Null: could not be read. */
interface Place {
  readonly oid: string | null
  readonly system: string | null
  /** Of the schema: another one once that was dropped and restored within its database. */
  readonly schema: string | null
}

const nowhere: Place = { oid: null, system: null, schema: null }

const placeSql = `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS oid,
  coalesce(has_function_privilege(to_regprocedure('pg_catalog.pg_control_system()')::oid, 'EXECUTE'), false) AS told`

const parts = ["oid", "system", "schema"] as const

/** Where a connection leads. Outside of a transaction: what a server does not know is an error there. */
export async function placeBehind(client: Queryable): Promise<Omit<Place, "schema">> {
  try {
    const [row] = (await client.query(placeSql)).rows as { oid: string | null; told: boolean }[]
    const system =
      row?.told === true ? await client.query("SELECT system_identifier::text AS id FROM pg_control_system()") : null
    return { oid: row?.oid ?? null, system: (system?.rows[0]?.id as string | undefined) ?? null }
  } catch {
    return { oid: null, system: null }
  }
}

/** Marks a store that is in another place than before as a copy, and notes the new place. In the transaction that prepares the store. */
export async function notePlace(client: Queryable, database: Omit<Place, "schema">): Promise<void> {
  const made = await client.query("SELECT to_regnamespace('armistice')::oid::text AS schema")
  const found: Place = { ...database, schema: made.rows[0].schema as string | null }
  const { rows } = await client.query("SELECT value FROM armistice.properties WHERE name = 'place'")
  const known: Place = { ...nowhere, ...(JSON.parse((rows[0]?.value as string | undefined) ?? "{}") as Partial<Place>) }
  if (parts.some((part) => known[part] !== null && found[part] !== null && known[part] !== found[part])) {
    const { rowCount } = await client.query(
      "INSERT INTO armistice.properties VALUES ('copy', 'found in another place') ON CONFLICT (name) DO NOTHING",
    )
    // The original was a copy too, and may have been served as one since.
    if (rowCount === 0)
      await client.query(
        `INSERT INTO armistice.properties VALUES ('restores', '1') ON CONFLICT (name) DO UPDATE
         SET value = armistice.properties.value::integer + 1`,
      )
  }
  // What cannot be read now may be again later.
  const place: Place = {
    oid: found.oid ?? known.oid,
    system: found.system ?? known.system,
    schema: found.schema ?? known.schema,
  }
  if (parts.every((part) => place[part] === known[part])) return
  await client.query(
    "INSERT INTO armistice.properties VALUES ('place', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(place)],
  )
}

/**
 * If the store is marked as a copy: `work` with the number of the restore, and then the mark is gone. One replica at a time, on a connection
 * of its own; the others wait for it. After a crash the next one begins again with the same number.
 */
export async function asCopy(
  options: pg.PoolOptions,
  work: (restores: number) => Promise<void>,
): Promise<number | null> {
  const { Client } = await postgresDriver()
  const client = new Client(options as pg.ClientConfig)
  client.on("error", () => undefined)
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
    const { rows } = await client.query(
      `SELECT coalesce((SELECT value::integer FROM armistice.properties WHERE name = 'restores'), 0) AS restores
       FROM armistice.properties WHERE name = 'copy' FOR UPDATE`,
    )
    if (rows.length === 0) return null
    const restores = Number(rows[0].restores) + 1
    await work(restores)
    await client.query(
      "INSERT INTO armistice.properties VALUES ('restores', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [String(restores)],
    )
    await client.query("DELETE FROM armistice.properties WHERE name = 'copy'")
    await client.query("COMMIT")
    return restores
  } finally {
    await client.end().catch(() => undefined)
  }
}

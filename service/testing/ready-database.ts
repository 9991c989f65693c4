// A database with the tables of a store and nothing else in it, for tests that do not care how they
// were made. Its 400 tables and indices take most of the time of a short test, so it is cleared of
// all rows afterwards and given out again, unless a test changed more than rows.

import type pg from "pg"
import { preparePostgres } from "../store/postgres/postgres-open.ts"

export interface ReadyDatabase {
  /** All that is not a row: columns, indices, triggers, functions, settings of tables. */
  readonly shape: string
  /** The properties of a new store. */
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  /** Its size: catalogues of one that was emptied before are larger. */
  readonly bytes: number
}

/** By which it may have grown: rows of large tests leave pages behind. */
const mostGrowth = 32 * 1024 ** 2

const parents = `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'armistice'::regnamespace
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition`

const sequencesSql = `SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relnamespace = 'armistice'::regnamespace AND c.relkind = 'S'`

const shapeSql = `SELECT md5(concat(
  (SELECT string_agg(concat_ws(' ', c.relname, c.relkind, c.reloptions, c.relacl, a.attname, a.atttypid, a.attnotnull, a.attidentity), ',' ORDER BY c.relname, a.attnum)
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'armistice'::regnamespace),
  (SELECT string_agg(concat_ws(' ', t.tgname, t.tgenabled), ',' ORDER BY t.tgname) FROM pg_trigger t WHERE NOT t.tgisinternal),
  (SELECT string_agg(p.prosrc, ',' ORDER BY p.proname) FROM pg_proc p WHERE p.pronamespace = 'armistice'::regnamespace),
  (SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'))) AS shape,
  pg_database_size(current_database())::float8 AS bytes`

export async function makeReady(url: string, client: pg.Client): Promise<ReadyDatabase> {
  await preparePostgres(url, {})
  const { rows } = await client.query("SELECT name, value FROM armistice.properties")
  return { ...(await readShape(client)), properties: rows }
}

/** Takes out every row, and answers whether the database is as it was when it was made. */
export async function clearRows(client: pg.Client, { shape, properties, bytes }: ReadyDatabase): Promise<boolean> {
  const found = await readShape(client)
  if (found.shape !== shape || found.bytes > bytes + mostGrowth) return false
  const { rows } = await client.query<{ name: string }>(parents)
  const sequences = (await client.query<{ name: string }>(sequencesSql)).rows
  const restarts = sequences.map((one) => `ALTER SEQUENCE ${one.name} RESTART;`).join(" ")
  // Rows of the ledger can be deleted only where triggers do not fire.
  const deletions = rows.map(({ name }) => `DELETE FROM ${name};`).join(" ")
  await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} ${restarts} COMMIT`)
  for (const { name, value } of properties)
    await client.query("INSERT INTO armistice.properties VALUES ($1, $2)", [name, value])
  return true
}

async function readShape(client: pg.Client): Promise<{ shape: string; bytes: number }> {
  const { rows } = await client.query(shapeSql)
  return rows[0]
}

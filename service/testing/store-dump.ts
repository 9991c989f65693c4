// All rows of a store in Postgres, as pg_dump writes them down, and ways in which people bring them
// back: into the tables that are there, into a new schema, or into another database.

import { postgresMigrations } from "../store/postgres/postgres-schema.ts"
import { runSql, selectRows } from "./run-sql.ts"

/** By table; text of JSON. */
export type StoreDump = ReadonlyMap<string, string>

const parents = `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'armistice'::regnamespace
  AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`

export async function dumpStore(url: string): Promise<StoreDump> {
  const tables = await selectRows<{ name: string }>(url, parents)
  const rows = tables.map(
    ({ name }) => `SELECT '${name}' AS name, coalesce(json_agg(t), '[]')::text AS rows FROM armistice.${name} t`,
  )
  const found = await selectRows<{ name: string; rows: string }>(url, rows.join(" UNION ALL "))
  return new Map(found.map((table) => [table.name, table.rows]))
}

const makeSchema = [
  "CREATE SCHEMA IF NOT EXISTS armistice",
  "CREATE TABLE IF NOT EXISTS armistice.properties (name text PRIMARY KEY, value text NOT NULL)",
  ...postgresMigrations.map(({ sql }) => sql),
]

/**
 * In one transaction, as `pg_restore --clean --single-transaction`, where the schema is new.
 */
export async function restoreDump(url: string, dump: StoreDump, schema: "kept" | "recreated"): Promise<void> {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const isMade = schema === "recreated"
  const work = [
    "BEGIN",
    // Order of tables does not matter then.
    "SET LOCAL session_replication_role = replica",
    ...(isMade ? ["DROP SCHEMA IF EXISTS armistice CASCADE", ...makeSchema] : []),
    `TRUNCATE ${[...dump.keys()].map((table) => `armistice.${table}`).join()}`,
    ...[...dump].map(
      ([table, rows]) =>
        `INSERT INTO armistice.${table} SELECT * FROM json_populate_recordset(NULL::armistice.${table}, ${quoted(rows)})`,
    ),
    "SELECT setval('armistice.experiment_numbers', (SELECT greatest(1, max(number)) FROM armistice.experiments))",
    "COMMIT",
  ]
  await runSql(url, work.join(";\n"))
}

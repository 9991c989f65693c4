// Removes what is private about an experiment from a database, some rows at a time, and vacuums the
// tables, so that no page keeps rows that were deleted. The server's own log, its replicas and its
// backups are the operator's (docs/operations.md).

import type pg from "pg"
import { unfinishedPurge } from "../store-properties.ts"
import { postgresDriver } from "./postgres-driver.ts"
import type { PostgresSession } from "./postgres-session.ts"

const step = 20_000

/**
 * After a crash all of it can be done again. Each statement looks for the note of the purge: the
 * database may fail over in between, to one that lost it, where the experiment is not purged or its
 * number is another one's.
 */
export async function removePrivateRows(store: PostgresSession, experiment: string): Promise<void> {
  const isNoted = isNotedSql(unfinishedPurge(experiment))
  const number = await store.number(experiment)
  const [head] = await store.rows<{ last: number; status: string }>(
    "SELECT sequence AS last, status FROM armistice.heads WHERE experiment = $1",
    [number],
  )
  if (number === undefined || head === undefined) return
  for (let from = 0; from <= head.last; from += step) {
    const range = [number, from, from + step]
    for (const [table, place] of privateTables)
      await store.query(
        `DELETE FROM armistice.${table} WHERE experiment = $1 AND ${place} > $2 AND ${place} <= $3 AND ${isNoted}`,
        range,
      )
    await store.query(
      `UPDATE armistice.decisions SET noise = NULL, context = NULL, subject = CASE WHEN subject IS NULL THEN NULL ELSE '' END
       WHERE experiment = $1 AND sequence > $2 AND sequence <= $3 AND (noise IS NOT NULL OR context IS NOT NULL OR subject <> '') AND ${isNoted}`,
      range,
    )
  }
  await store.query(`DELETE FROM armistice.ledger_secrets WHERE experiment = $1 AND ${isNoted}`, [number])
  // Sticky arms are of use as long as the experiment is served.
  const some = `SELECT subject FROM armistice.subjects WHERE experiment = $1 AND (arm IS NULL OR $2) LIMIT ${step}`
  const removeSome = `DELETE FROM armistice.subjects WHERE experiment = $1 AND subject IN (${some}) AND ${isNoted}`
  for (let removed = step; removed === step; )
    removed = (await store.query(removeSome, [number, head.status === "archived"])).rowCount ?? 0
}

/** Whether the store has a property, whose name is made by this program. */
export const isNotedSql = (property: string): string =>
  `EXISTS (SELECT 1 FROM armistice.properties WHERE name = '${property.replaceAll("'", "''")}')`

/** Takes as long as it takes, on a connection of its own. */
export async function vacuum(options: pg.PoolOptions): Promise<void> {
  const { Client } = await postgresDriver()
  const client = new Client({ ...options, query_timeout: undefined } as pg.ClientConfig)
  client.on("error", () => undefined)
  await client.connect()
  try {
    for (const table of tables) await client.query(`VACUUM armistice.${table}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const privateTables = [
  ["rewards", "decision"],
  ["observations", "sequence"],
  ["metric_values", "decision"],
  ["metric_observations", "sequence"],
] as const

const tables = [
  "heads",
  "state_texts",
  "decisions",
  "subjects",
  "ledger_secrets",
  ...privateTables.map(([table]) => table),
]

export const noteStatement = (experiment: string) => ({
  text: "INSERT INTO armistice.properties VALUES ($1, 'rows are to be removed') ON CONFLICT (name) DO NOTHING",
  values: [unfinishedPurge(experiment)],
})

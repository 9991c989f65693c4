// A database that is given out again is one as it was made, or it is not given out.

import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { clearRows, makeReady } from "./ready-database.ts"
import { testDatabase } from "./test-database.ts"

async function readyClient(before = "SELECT 1") {
  const url = await testDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(before)
  onTestFinished(() => client.end())
  return { client, ready: await makeReady(url, client) }
}

test("rows are gone, those of the ledger too, what a new store knows of itself is back, and numbers start over", async () => {
  const { client, ready } = await readyClient()
  const added = `INSERT INTO armistice.experiments (number, id, definition, name, description, labels, created_at)
      VALUES (nextval('armistice.experiment_numbers'), 'x', '{}', 'x', '', '', 1);
    INSERT INTO armistice.heads (experiment, status) VALUES (1, 'running');
    INSERT INTO armistice.ledger VALUES (1, 1, '{}');
    INSERT INTO armistice.rewards VALUES (1, 1, 1, 1, 'k');
    SELECT nextval('armistice.webhook_delivery_numbers');
    UPDATE armistice.properties SET value = 'other';
    INSERT INTO armistice.properties VALUES ('more', 'x')`
  await client.query(added)
  expect(await clearRows(client, ready)).toBe(true)
  const counts = await client.query(
    "SELECT (SELECT count(*) FROM armistice.experiments) + (SELECT count(*) FROM armistice.heads) + (SELECT count(*) FROM armistice.ledger) + (SELECT count(*) FROM armistice.rewards) AS n",
  )
  expect(Number(counts.rows[0].n)).toBe(0)
  expect((await client.query("SELECT name, value FROM armistice.properties")).rows).toEqual(ready.properties)
  await client.query(added)
  expect((await client.query("SELECT number FROM armistice.experiments")).rows).toEqual([{ number: 1 }])
  const current = "SELECT currval('armistice.webhook_delivery_numbers')::integer AS number"
  expect((await client.query(current)).rows).toEqual([{ number: 1 }])
})

test.each([
  "DROP TRIGGER ledger_is_append_only ON armistice.ledger",
  "DROP INDEX armistice.experiments_urgent",
  "ALTER TABLE armistice.keys ADD COLUMN more text",
  "CREATE SCHEMA more",
])("where more than rows was changed it is not given out again: %s", async (change) => {
  const { client, ready } = await readyClient()
  await client.query(change)
  expect(await clearRows(client, ready)).toBe(false)
})

test("one that was large before it was made ready is given out again, and one that grew is not", async () => {
  const grow = (name: string) =>
    `CREATE TABLE IF NOT EXISTS ${name} (n integer, text text);
     INSERT INTO ${name} SELECT n, repeat(md5(n::text), 60) FROM generate_series(1, 20000) n`
  const { client, ready } = await readyClient(grow("public.large"))
  expect(await clearRows(client, ready)).toBe(true)
  await client.query(grow("public.large"))
  expect(await clearRows(client, ready)).toBe(false)
})

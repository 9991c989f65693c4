// The Postgres that tests start is a real one, as durable as in production.

import pg from "pg"
import { expect, test } from "vitest"
import { testDatabase } from "./test-database.ts"

test("a test gets an empty database on a server that keeps what it acknowledges", async () => {
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  const { rows } = await client.query(
    "SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages, (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables",
  )
  await client.end()
  expect(rows).toEqual([{ fsync: "on", pages: "on", tables: 0 }])
})

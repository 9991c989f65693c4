// The marker of a handover is the store's last commit: it waits for every transaction that is under
// way.

import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { testDatabase } from "../../testing/test-database.ts"
import { handOverStore } from "./hand-over.ts"
import { openPostgresStore } from "./postgres-store.ts"

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test.each([
  ["that has locked an experiment", "SELECT 1 FROM armistice.heads FOR UPDATE"],
  ["that creates one", "LOCK TABLE armistice.heads IN ROW EXCLUSIVE MODE"],
])("a handover waits for a transaction %s, and comes after it", async (_what, sql) => {
  const url = await testDatabase()
  await (await openPostgresStore(url)).close()
  const [writer, watcher] = [await connected(url), await connected(url)]
  await writer.query("BEGIN")
  await writer.query(sql)
  const handed = handOverStore(url).then(() => "handed over")
  const waits = async (): Promise<string> => {
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'armistice.heads'::regclass"
    while ((await watcher.query(waiting)).rowCount === 0) await sleep(10)
    return "waits"
  }
  expect(await Promise.race([handed, waits()])).toBe("waits")
  await writer.query("COMMIT")
  expect(await handed).toBe("handed over")
})

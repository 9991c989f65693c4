// Which servers and stores are refused, and how tables are made when several replicas start at
// once.

import { expect, onTestFinished, test } from "vitest"
import { startPostgres } from "../../testing/postgres-server.ts"
import { runSql } from "../../testing/run-sql.ts"
import { testDatabase } from "../../testing/test-database.ts"
import { postgresMigrations } from "./postgres-schema.ts"
import { openPostgresStore } from "./postgres-store.ts"

test("a server that would not keep what it acknowledges is refused, and named", async () => {
  const url = await testDatabase()
  const name = new URL(url).pathname.slice(1)
  await runSql(url, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  await expect(openPostgresStore(url)).rejects.toMatchObject({
    code: "store_unavailable",
    message: expect.stringContaining("got synchronous_commit off"),
  })
  await runSql(url, `ALTER DATABASE ${name} SET synchronous_commit = local`)
  await (await openPostgresStore(url)).close()
})

test.each(["fsync", "full_page_writes"])("a server with %s off is refused", async (setting) => {
  const server = await startPostgres({ [setting]: "off" })
  onTestFinished(() => server.remove())
  await expect(openPostgresStore(server.url)).rejects.toThrow(`got ${setting} off`)
})

test("replicas that start together make the tables once", async () => {
  const url = await testDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(url)))
  for (const store of stores) expect(await store.experimentCount()).toBe(0)
  for (const store of stores) await store.close()
})

test("a store that needs a newer program is refused; one that only has newer additions is not", async () => {
  const url = await testDatabase()
  await (await openPostgresStore(url)).close()
  await runSql(url, "UPDATE armistice.properties SET value = '99' WHERE name = 'formatVersion'")
  await (await openPostgresStore(url)).close()
  await runSql(url, "UPDATE armistice.properties SET value = '99' WHERE name = 'oldestProgram'")
  await expect(openPostgresStore(url)).rejects.toThrow(
    "the store has format version 99, but this program knows only version 1: use a newer program",
  )
})

test("a store is migrated once by a newer program, and the older one may go on where the step allows it", async () => {
  const url = await testDatabase()
  await (await openPostgresStore(url)).close()
  const step = { oldestProgram: 1, sql: "CREATE TABLE armistice.notes (text text NOT NULL)" }
  const next = [...postgresMigrations, step]
  for (let times = 0; times < 2; times++) await (await openPostgresStore(url, { migrations: next })).close()
  await runSql(url, "INSERT INTO armistice.notes VALUES ('made')")
  await (await openPostgresStore(url)).close()
  const after = [...next, { oldestProgram: next.length + 1, sql: "DROP TABLE armistice.notes" }]
  await (await openPostgresStore(url, { migrations: after })).close()
  await expect(openPostgresStore(url)).rejects.toThrow(/use a newer program/)
})

test("a store that was moved elsewhere is refused", async () => {
  const url = await testDatabase()
  const store = await openPostgresStore(url)
  await store.setProperty("frozen", "2026-01-01")
  await store.close()
  await expect(openPostgresStore(url)).rejects.toThrow(/frozen at 2026-01-01/)
})

test("the ledger can be added to, not changed", async () => {
  const url = await testDatabase()
  await (await openPostgresStore(url)).close()
  await runSql(url, "INSERT INTO armistice.ledger VALUES (1, 1, '{}')")
  await expect(runSql(url, "UPDATE armistice.ledger SET entry = '[]'")).rejects.toThrow(/append-only/)
  await expect(runSql(url, "DELETE FROM armistice.ledger")).rejects.toThrow(/append-only/)
})

test("an address where no server is gives one sentence, soon, without the password", async () => {
  const opened = openPostgresStore("postgres://me:secret@127.0.0.1:1/x", { connectTimeoutMs: 500 })
  await expect(opened).rejects.toMatchObject({ code: "store_unavailable" })
  await expect(opened).rejects.not.toThrow(/secret/)
})

import { expect, test } from "vitest"
import { runSql } from "../../testing/run-sql.ts"
import { readyDatabase } from "../../testing/test-database.ts"
import { postgresMigrations } from "./postgres-schema.ts"
import { openPostgresStore } from "./postgres-store.ts"

const replica = { host: "web-1", process: 7, version: "0.1.0", beatMs: 60_000 }
const next = [...postgresMigrations, { oldestProgram: postgresMigrations.length + 1, sql: "SELECT 1" }]

test("a migration names every replica that must stop, and none that can live with it", async () => {
  const url = await readyDatabase()
  for (const id of ["a", "b"]) await (await openPostgresStore(url, { replica: { ...replica, id } })).close()
  const formats = [postgresMigrations.length, postgresMigrations.length + 1]
  await runSql(url, `UPDATE armistice.replicas SET host = 'web-2', since = 0, process = 8 WHERE id = 'b'`)
  const opened = openPostgresStore(url, { migrations: next })
  await expect(opened).rejects.toThrow(
    /version 2 only once these replicas have stopped: web-2 \(process 8, version 0\.1\.0, format version 1, since 1970-01-01T00:00:00\.000Z\), web-1 \(/,
  )
  await runSql(url, `UPDATE armistice.replicas SET format = ${formats[1]}`)
  await (await openPostgresStore(url, { migrations: next })).close()
})

test("a replica is gone after four missed heartbeats, runs again after one, and is forgotten after a day", async () => {
  const url = await readyDatabase()
  const store = await openPostgresStore(url, { replica: { ...replica, id: "a" } })
  const isRunning = async () => (await store.replicas()).map((one) => one.isRunning)
  const wait = (ms: number) => runSql(url, `UPDATE armistice.replicas SET seen_at = seen_at - ${ms}`)
  expect(await isRunning()).toEqual([true])
  await wait(3.9 * 60_000)
  expect(await isRunning()).toEqual([true])
  await wait(0.2 * 60_000)
  expect(await isRunning()).toEqual([false])
  await store.beat({ ...replica, id: "a" })
  expect(await isRunning()).toEqual([true])
  await wait(86_400_001)
  await (await openPostgresStore(url, { replica: { ...replica, id: "b" } })).close()
  expect((await store.replicas()).map(({ id }) => id)).toEqual(["b"])
  await store.forget({ ...replica, id: "b" })
  expect(await store.replicas()).toEqual([])
  await store.close()
})

test("a transaction of a replica that is too old for the tables is refused before it writes", async () => {
  const url = await readyDatabase()
  const store = await openPostgresStore(url)
  await store.setProperty("x", "before")
  await (await openPostgresStore(url, { migrations: next })).close()
  await expect(store.setProperty("x", "after")).rejects.toThrow(/format version 2, but .* only version 1: use a newer/)
  await expect(store.checkWritable()).rejects.toThrow(/use a newer program/)
  expect(await store.property("x")).toBe("before")
  await store.close()
})

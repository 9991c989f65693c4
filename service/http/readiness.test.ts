// /readyz tells the truth: it tries a write, and says which trouble there is. The same on both
// stores, where both can have it.

import { DatabaseSync } from "@photostructure/sqlite"
import { expect, onTestFinished, test, vi } from "vitest"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { runSql } from "../testing/run-sql.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { createCaller, demo, testServer } from "../testing/test-service.ts"
import { buildServer } from "./server.ts"

const states = async (call: Awaited<ReturnType<typeof testServer>>["call"], id: string) => {
  const [ready, decided] = [await call("GET", "/readyz"), await call("POST", `/v1/experiments/${id}/decisions`)]
  expect((await call("GET", "/healthz")).status).toBe(200)
  if (ready.status === 503) {
    expect(ready.headers["retry-after"]).toBe("1")
    expect(ready.headers["content-type"]).toMatch(/problem\+json/)
    expect(ready.body).toMatchObject({ status: 503, type: `urn:armistice:error:${ready.body.code}` })
  }
  return [ready.status, ready.body.code, decided.status, decided.body.code]
}

const fine = [200, undefined, 201, undefined]

test("SQLite: a store without room is not ready, and ready again with room; trying leaves nothing behind", async () => {
  const { call, create, store } = await testServer()
  const id = await create({ ...demo, arms: Array.from({ length: 40 }, (_, arm) => `${arm}`.padEnd(100, "x")) })
  expect(await states(call, id)).toEqual(fine)
  const count = (table: string) => store.database.prepare(`SELECT count(*) AS n FROM ${table}`).get().n
  const before = count("properties")
  expect((await call("GET", "/readyz")).status).toBe(200)
  expect(count("properties")).toBe(before)
  const { free } = store.database.prepare("SELECT freelist_count AS free FROM pragma_freelist_count").get()
  for (let page = 0; page < Number(free); page++)
    store.database.exec("CREATE TABLE IF NOT EXISTS filler (x); INSERT INTO filler VALUES (zeroblob(4000))")
  const { page_count } = store.database.prepare("PRAGMA page_count").get()
  store.database.exec(`PRAGMA max_page_count = ${Number(page_count)}`)
  // Small decisions may still find room in the last page, until there is none.
  for (let round = 0; round < 100; round++)
    if ((await call("POST", `/v1/experiments/${id}/decisions`)).status !== 201) break
  expect(await states(call, id)).toEqual([503, "store_full", 507, "store_full"])
  store.database.exec("PRAGMA max_page_count = 1000000")
  expect(await states(call, id)).toEqual(fine)
})

test("SQLite: settings that would lose acknowledged changes are noticed", async () => {
  const { call, store } = await testServer()
  store.database.exec("PRAGMA synchronous = OFF")
  expect((await call("GET", "/readyz")).body).toMatchObject({ code: "store_unavailable", status: 503 })
})

test("SQLite: a long reader does not make the service unready", async () => {
  const { call, create, path } = await testServer()
  const id = await create()
  const reader = openSqliteStore(path, { readOnly: true })
  reader.experimentCount()
  for (let round = 0; round < 20; round++) expect(await states(call, id)).toEqual(fine)
  reader.close()
})

async function onPostgres() {
  const { replicas, url } = await testReplicas(1, {}, { connectTimeoutMs: 500, statementTimeoutMs: 1000 })
  const [replica] = replicas
  const app = await buildServer(replica, { rateLimit: null })
  onTestFinished(() => app.close())
  const { id } = (await replica.createExperiment(demo)).live.experiment
  const sql = (text: string) => runSql(url, text)
  return { call: createCaller(app), id, sql }
}

/** The server's own errors, as it gives them for a full disk or a damaged page. */
const failing = (code: string) => `CREATE OR REPLACE FUNCTION armistice.fail() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$;
  CREATE OR REPLACE TRIGGER fail BEFORE INSERT OR UPDATE ON armistice.properties FOR EACH ROW EXECUTE FUNCTION armistice.fail();
  CREATE OR REPLACE TRIGGER fail BEFORE INSERT OR UPDATE ON armistice.decisions FOR EACH ROW EXECUTE FUNCTION armistice.fail()`

const repaired = "DROP TRIGGER fail ON armistice.properties; DROP TRIGGER fail ON armistice.decisions"

test("Postgres: full, damaged, unwritable, frozen and gone are told apart", async () => {
  const { call, id, sql } = await onPostgres()
  expect(await states(call, id)).toEqual(fine)
  await sql(failing("53100"))
  expect(await states(call, id)).toEqual([503, "store_full", 507, "store_full"])
  await sql(failing("XX001"))
  expect(await states(call, id)).toEqual([503, "store_damaged", 503, "store_damaged"])
  await sql(failing("25006"))
  expect(await states(call, id)).toEqual([503, "store_unavailable", 503, "store_unavailable"])
  await sql(repaired)
  expect(await states(call, id)).toEqual(fine)
  await sql("INSERT INTO armistice.properties VALUES ('frozen', 'now')")
  expect(await states(call, id)).toEqual([503, "store_frozen", 503, "store_frozen"])
  await sql("DELETE FROM armistice.properties WHERE name = 'frozen'")
  expect(await states(call, id)).toEqual(fine)
  await sql("DROP SCHEMA armistice CASCADE")
  const gone = await call("GET", "/readyz")
  expect([gone.status, gone.body.code]).toEqual([503, "store_gone"])
})

test("SQLite: a clock that jumps ahead and back does not keep windows open; the service reports it and stays ready", async () => {
  const time = { wall: Date.UTC(2026, 0, 1), monotonic: 0 }
  const clocks = { clock: () => time.wall, monotonic: () => time.monotonic }
  const { call, create, service, store } = await testServer(clocks)
  const id = await create({ ...demo, rewardWindowSeconds: 60 })
  const day = 86_400_000
  time.wall += day
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1" })
  expect((await call("GET", "/readyz")).body).toEqual({ status: "ready" })
  time.wall -= day
  const ready = await call("GET", "/readyz")
  expect([ready.status, ready.body]).toEqual([200, { status: "ready", warnings: ["clock"] }])
  const metrics = (await call("GET", "/metrics")).text
  expect(metrics).toMatch(/^armistice_clock_lead_seconds 86400$/m)
  expect(metrics).toMatch(/^armistice_warning\{name="clock"\} 1$/m)
  // A minute later its window is over, by the monotonic clock.
  time.wall += 61_000
  time.monotonic += 61_000
  await service.closeWindows()
  expect(store.isObserved(id, 1)).toBe(true)
  time.wall += day
  expect((await call("GET", "/readyz")).body).toEqual({ status: "ready" })
})

test("SQLite: a log that cannot be written into the database is reported until it can be", async () => {
  const { call, create, store, path } = await testServer()
  await create()
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec("BEGIN; SELECT count(*) FROM properties")
  for (let turn = 0; turn < 1500; turn++) store.setProperty("large", `${turn}`.padEnd(8000, "x"))
  expect((await call("GET", "/readyz")).body).toEqual({ status: "ready", warnings: ["checkpoint"] })
  expect((await call("GET", "/metrics")).text).toMatch(/^armistice_warning\{name="checkpoint"\} 1$/m)
  reader.exec("COMMIT")
  reader.close()
  await vi.waitFor(async () => expect((await call("GET", "/readyz")).body).toEqual({ status: "ready" }), 5000)
})

// Stores that have leases, written by the last version that took them (store/fixtures): they open, go on, are copied, and verify. Slots that
// nobody used get the public constant when they are due.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, onTestFinished, test } from "vitest"
import { buildServer } from "../http/server.ts"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { resultsView } from "../results/results-view.ts"
import { runSql } from "../testing/run-sql.ts"
import { testDatabase } from "../testing/test-database.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { TestClock, temporaryFolder, testService } from "../testing/test-service.ts"
import { postgresMigrations } from "./postgres/postgres-schema.ts"
import { transferStore } from "./transfer-store.ts"

const id = "exp_kE6lz5B8bvJx6OTg"
/** When the stores were written; the last slots nobody used are due 69 seconds later. */
const written = 1_767_225_693_000
/** Slots that nobody used: of the lease that was closed, and of the two that were open. */
const closedSlots = [18, 19, 20, 21]
const openSlots = [36, 37, 38, 39, 48, 49, 50, 51, 52]

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")

const problemsOf = (verdicts: readonly { readonly problem: string | null }[]) => verdicts.map(({ problem }) => problem)

/** A database as the older version left it. */
async function oldDatabase(): Promise<string> {
  const url = await testDatabase()
  await runSql(
    url,
    `CREATE SCHEMA armistice; CREATE TABLE armistice.properties (name text PRIMARY KEY, value text NOT NULL);
     ${postgresMigrations
       .slice(0, 3)
       .map(({ sql }) => sql)
       .join("\n")}
     ${fixture("leases.postgres.sql")}`,
  )
  return url
}

function oldFile(more = ""): string {
  const path = join(temporaryFolder(), "old.db")
  const database = new DatabaseSync(path)
  database.exec(`${fixture("leases.sqlite.sql")} ${more}`)
  database.close()
  return path
}

async function oldReplica(url: string) {
  const made = await testReplicas(1, {}, {}, url)
  made.clock.now = written
  const [replica] = made.replicas
  const { store } = replica
  const nobodys = async () => (await store.rowsAfter("decisions", id, 0, 1000)).filter((row) => row.id.startsWith("*"))
  const openLeases = async () =>
    (await store.pool.query("SELECT sequence FROM armistice.leases WHERE state <> 'closed'")).rows.length
  return { ...made, replica, store, nobodys, openLeases }
}

test("Postgres: leases that were open are ended, their slots get the constant when due, and learning goes on", async () => {
  const url = await oldDatabase()
  expect(problemsOf(await verifyPostgres(url))).toEqual([null])
  const { replica, store, clock, problems, nobodys, openLeases } = await oldReplica(url)
  expect((await replica.decide(id, { decisionId: "d20", subject: "s20" }, "local")).isNew).toBe(false)
  await replica.reward(id, "d20", 1, "local")
  await replica.closeWindows()
  expect(await openLeases()).toBe(0)
  expect((await nobodys()).map(({ sequence }) => sequence)).toEqual([...closedSlots, ...openSlots])
  const observedOf = async () =>
    new Set((await store.rowsAfter("observations", id, 0, 1000)).map(({ decision }) => decision))
  for (const slot of openSlots) expect((await observedOf()).has(slot)).toBe(false)
  // Nobody can reward them, or have had such an id before.
  const app = await buildServer(replica, { rateLimit: null })
  onTestFinished(() => app.close())
  const base = `/v1/experiments/${id}/decisions`
  const reward = { method: "PUT", url: `${base}/*36/reward`, payload: { value: 1 } } as const
  expect((await app.inject(reward)).statusCode).toBe(400)
  const taken = { method: "POST", url: base, payload: { decisionId: "*7" } } as const
  expect((await app.inject(taken)).statusCode).toBe(400)
  // The last decision of the batch, which releases once every slot is closed.
  const { decisionId } = await replica.decide(id, {}, "local")
  await replica.reward(id, decisionId, 1, "local")
  expect((await replica.live(id)).ledgerIndex).toBe(2)
  clock.forward(70)
  await replica.closeWindows()
  const constants = (await store.rowsAfter("observations", id, 0, 1000)).filter((row) =>
    openSlots.includes(row.decision),
  )
  expect(constants.map(({ source, steps }) => [source, steps])).toEqual(openSlots.map(() => ["default", 0]))
  expect((await replica.live(id)).ledgerIndex).toBe(3)
  expect(await problems()).toEqual([null])
})

test("releases of the older version get their results from the journal, on both stores; rewards were not counted then", async () => {
  const { replica } = await oldReplica(await oldDatabase())
  const { service } = await testService({ path: oldFile() })
  for (const one of [replica, service]) {
    expect(await one.store.rowsAfter("results", id, 0, 10)).toEqual([])
    await one.fillResults()
    expect((await one.store.rowsAfter("results", id, 0, 10)).map(({ release }) => release)).toEqual([1, 2])
    expect(await one.store.withoutResults()).toEqual([])
    const { release, segments } = await resultsView(one.store, await one.live(id))
    expect([release, segments[0]?.state]).toEqual([2, expect.stringMatching(/too_early|leaning/)])
    for (const { rewards, missing } of segments[0]?.arms ?? []) expect([rewards, missing]).toEqual([null, null])
  }
})

test("Postgres: a pause ends the leases that a replica of the older version may still hold", async () => {
  const { replica, problems, openLeases } = await oldReplica(await oldDatabase())
  expect(await openLeases()).toBe(2)
  await replica.changeStatus(id, "pause")
  expect(await openLeases()).toBe(0)
  expect(await problems()).toEqual([null])
})

test("Postgres: a restored copy with open leases gives up what its batches hold, and verifies", async () => {
  const url = await oldDatabase()
  await runSql(url, "INSERT INTO armistice.properties VALUES ('copy', 'by hand')")
  const { replica, problems, nobodys, openLeases, clock } = await oldReplica(url)
  expect(replica.restored).toBe(1)
  expect(await openLeases()).toBe(0)
  expect(await nobodys()).toHaveLength(closedSlots.length + openSlots.length)
  await expect(replica.reward(id, "d20", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  clock.forward(100)
  await replica.closeWindows()
  expect((await replica.decide(id, {}, "local")).isNew).toBe(true)
  expect(await problems()).toEqual([null])
})

test("a store with open leases is copied to a file and back with its leases and every slot", async () => {
  const url = await oldDatabase()
  const file = join(temporaryFolder(), "copy.db")
  expect(problemsOf(await transferStore(url, file))).toEqual([null])
  const { service, store } = await testService({ path: file })
  expect(store.rowsAfter("leases", id, 0, 10).map(({ sequence, count }) => [sequence, count])).toEqual([
    [16, 6],
    [34, 6],
    [47, 6],
  ])
  await service.close()
  const back = await testDatabase()
  expect(problemsOf(await transferStore(file, back))).toEqual([null])
  const { nobodys, store: copied } = await oldReplica(back)
  expect(await copied.rowsAfter("leases", id, 0, 10)).toHaveLength(3)
  expect((await nobodys()).map(({ sequence }) => sequence)).toEqual([...closedSlots, ...openSlots])
})

test.each([
  ["from its snapshot", ""],
  ["from the first entry of its journal on", "DELETE FROM snapshots;"],
])("SQLite: a journal with leases is played %s, goes on and verifies", async (_how, more) => {
  const path = oldFile(more)
  expect(problemsOf(await verifyFile(path))).toEqual([null])
  const clock = new TestClock()
  clock.now = written
  const { service, store } = await testService({ path, clockFrom: clock })
  const live = service.live(id)
  expect([live.sequence, live.journal]).toEqual([53, "cowYStH4OuVI00OZForhqbZgPLfKL4S8uPajwpKTAkc"])
  const { decisionId } = await service.decide(id, {}, "local")
  for (const decision of [decisionId, "d16", "d18", "d19", "d20"]) await service.reward(id, decision, 1, "local")
  await service.closeWindows()
  expect(service.live(id).ledgerIndex).toBe(2)
  clock.forward(70)
  await service.closeWindows()
  const constants = store.rowsAfter("observations", id, 0, 1000).filter((row) => openSlots.includes(row.decision))
  expect(constants.map(({ source, steps }) => [source, steps])).toEqual(openSlots.map(() => ["default", 0]))
  expect(service.live(id).ledgerIndex).toBe(3)
  await service.close()
  expect(problemsOf(await verifyFile(path))).toEqual([null])
})

test("a planted mistake is seen: a slot with another arm, or a lease with a slot less, does not verify", async () => {
  expect(problemsOf(await verifyFile(oldFile("UPDATE decisions SET arm = 1 - arm WHERE sequence = 35;")))[0]).toMatch(
    /slot of its lease/,
  )
  expect(
    problemsOf(await verifyFile(oldFile("UPDATE leases SET count = count - 1 WHERE sequence = 34;")))[0],
  ).not.toBeNull()
})

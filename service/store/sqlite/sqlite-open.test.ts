// What the store refuses to be, and what it makes of older files.

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { subjectKeyFor } from "../../keys/subject-key.ts"
import { verifyFile } from "../../ledger/verify-file.ts"
import { verifyStore } from "../../ledger/verify-ledger.ts"
import { Service } from "../../service.ts"
import { startService } from "../../start-service.ts"
import { fillTail, makeOlder } from "../../testing/older-file.ts"
import { demo, TestClock, temporaryFolder, testService, testSubjectKey } from "../../testing/test-service.ts"
import { backupStore, moveStore } from "./copy-store.ts"
import type { OpenOptions } from "./sqlite-open.ts"
import { migrations } from "./sqlite-schema.ts"
import { openSqliteStore, type SqliteStore } from "./sqlite-store.ts"

const file = () => join(temporaryFolder(), "store.db")
const unavailable = { code: "store_unavailable" }

test("a file in which batches may grow has a version that programs before it refuse", () => {
  expect(migrations.length).toBeGreaterThanOrEqual(14)
})

test("a store that would not keep what it acknowledges is refused: synchronous OFF and NORMAL", () => {
  for (const synchronous of ["OFF", "NORMAL"] as const)
    expect(() => openSqliteStore(file(), { synchronous })).toThrow(/must have journal_mode wal and synchronous FULL/)
  expect(() => openSqliteStore(file(), { synchronous: "EXTRA" }).close()).not.toThrow()
})

test("a running service has write-ahead logging and FULL, and /readyz would notice if it had not", () => {
  const store = openSqliteStore(file())
  expect(store.database.prepare("PRAGMA synchronous").get().synchronous).toBe(2)
  expect(store.database.prepare("PRAGMA journal_mode").get().journal_mode).toBe("wal")
  store.checkWritable()
  store.database.exec("PRAGMA synchronous = OFF")
  expect(() => store.checkWritable()).toThrow(/synchronous FULL/)
  store.close()
})

test("a file of version 1 is brought up to date, with an event for each release it has", () => {
  const path = file()
  const old = new DatabaseSync(path)
  old.exec(`PRAGMA application_id = ${0x41524d53}; ${migrations[0]}; PRAGMA user_version = 1`)
  old.exec(`INSERT INTO ledger VALUES ('exp_x', 1, '{"index":1}'), ('exp_x', 2, '{"index":2}')`)
  old.close()
  const store = openSqliteStore(path)
  expect(store.rowsAfter("events", "exp_x", 0, 10).map(({ number, kind }) => [number, kind])).toEqual([
    [1, "release"],
    [2, "release"],
  ])
  expect(store.database.prepare("PRAGMA user_version").get().user_version).toBe(migrations.length)
  store.close()
  openSqliteStore(path).close()
})

test.each([1, 2, 3, 6, 12])(
  "an experiment in a file of version %d goes on exactly, and its ledger verifies",
  async (version) => {
    const path = file()
    const clock = new TestClock()
    const play = async (service: Service, id: string, from: number, to: number) => {
      for (let round = from; round < to; round++) {
        await service.decide(id, { decisionId: `d${round}` }, "local")
        await service.reward(id, `d${round}`, round % 2, "local")
      }
    }
    const newer = await testService({ path, clockFrom: clock })
    const { live } = await newer.service.createExperiment({ ...demo, algorithm: { name: "adac-ucb" } })
    const { id } = live.experiment
    await play(newer.service, id, 0, 20)
    const state = live.snapshot().state
    await newer.service.close()
    makeOlder(path, version)
    // From version 3 on the newest rows may be in a tail.
    if (version >= 3) expect(fillTail(path)).toBeGreaterThan(1)
    if (version < 6) rmSync(`${path}.seen`)
    if (version >= 3) expect(await verifyFile(path)).toMatchObject([{ problem: null, journal: 40 }])
    const { service, store } = await testService({ path, clockFrom: clock })
    expect(service.live(id).snapshot().state).toBe(state)
    expect(await service.readDecision(id, "d7")).toMatchObject({ rewarded: true })
    await play(service, id, 20, 40)
    expect(await verifyStore(store)).toMatchObject([{ problem: null, journal: 80 }])
    expect(store.database.prepare("PRAGMA user_version").get().user_version).toBe(migrations.length)
    expect(store.database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tail'").get()).toBeUndefined()
  },
)

test("rows that an older version left in a tail are read like all others, and moved once, whatever was moved before", async () => {
  const path = file()
  const made = await testService({ path })
  const { id } = (await made.service.createExperiment({ ...demo, arms: ["a", "b"] })).live.experiment
  for (let round = 0; round < 40; round++) {
    await made.service.decide(id, { decisionId: `d${round}`, subject: `s${round % 7}` }, "local")
    // Some rewards come later than those of later decisions.
    if (round % 3 === 2) for (const back of [0, 2, 1]) await made.service.reward(id, `d${round - back}`, 1, "local")
  }
  await made.service.close()
  const rowsIn = (store: SqliteStore) => [
    store.rowsAfter("decisions", id, 0, 1000),
    store.rowsAfter("rewards", id, 0, 1000),
    store.rowsAfter("observations", id, 0, 1000),
    store.rowsAfter("decisions", id, 50, 3),
    store.lastDue(id),
    store.latestTime(),
  ]
  const read = (options: OpenOptions) => {
    const store = openSqliteStore(path, options)
    const rows = rowsIn(store)
    store.close()
    return rows
  }
  const before = read({ readOnly: true })
  makeOlder(path, 12)
  fillTail(path)
  const inTables = new DatabaseSync(path, { readOnly: true })
  const { n } = inTables.prepare("SELECT count(*) AS n FROM decisions").get() as { n: number }
  inTables.close()
  expect(n).toBe(22)
  expect(read({ readOnly: true })).toEqual(before)
  expect(read({})).toEqual(before)
  expect(read({ readOnly: true })).toEqual(before)
  expect(await verifyFile(path)).toMatchObject([{ problem: null }])
})

test("a file of a newer version, or of another program, is refused and not touched", () => {
  const newer = file()
  openSqliteStore(newer).close()
  const database = new DatabaseSync(newer)
  database.exec("PRAGMA user_version = 99")
  database.close()
  expect(() => openSqliteStore(newer)).toThrow(/must have version \d+ or older, got 99/)
  const foreign = file()
  const other = new DatabaseSync(foreign)
  other.exec("CREATE TABLE mine (x)")
  other.close()
  const before = readFileSync(foreign)
  expect(() => openSqliteStore(foreign)).toThrow(/another database/)
  expect(readFileSync(foreign).equals(before)).toBe(true)
  const text = file()
  writeFileSync(text, "no database at all, but long enough to look at ".repeat(100))
  expect(() => openSqliteStore(text)).toThrow()
})

test("a store is served by one process at a time", async () => {
  const path = file()
  const first = await startService({ store: path, port: 0 })
  await expect(startService({ store: path, port: 0 })).rejects.toMatchObject({ code: "store_busy" })
  await first.stop()
  const second = await startService({ store: path, port: 0 })
  await second.stop()
})

test("the ledger can only grow", async () => {
  const { store } = await testService()
  store.database.exec(`INSERT INTO ledger VALUES ('exp_x', 1, '{}')`)
  expect(() => store.database.exec("UPDATE ledger SET entry = '1'")).toThrow(/append-only/)
  expect(() => store.database.exec("DELETE FROM ledger")).toThrow(/append-only/)
})

test("moving a store freezes the one it came from, and the other goes on exactly", async () => {
  const folder = temporaryFolder()
  const path = join(folder, "a.db")
  const { service } = await testService({ path })
  const { live } = await service.createExperiment(demo)
  await service.decide(live.experiment.id, { decisionId: "d" }, "local")
  await service.close()
  moveStore(path, join(folder, "b.db"))
  expect(() => openSqliteStore(path)).toThrow(/frozen/)
  const moved = await testService({ path: join(folder, "b.db") })
  expect(moved.service.live(live.experiment.id)).toMatchObject({ sequence: 1, discarded: 0 })
  expect(() => backupStore(join(folder, "b.db"), path)).toThrow(/must not overwrite/)
})

test("subjects are hashed with the key the store began with, or it does not start", () => {
  const path = file()
  const store = openSqliteStore(path)
  const key = subjectKeyFor(store)
  expect(existsSync(`${path}.key`)).toBe(true)
  expect(subjectKeyFor(store)).toEqual(key)
  copyFileSync(`${path}.key`, `${path}.kept`)
  writeFileSync(`${path}.key`, Buffer.alloc(32, 1).toString("base64url"))
  expect(() => subjectKeyFor(store)).toThrow(expect.objectContaining(unavailable))
  copyFileSync(`${path}.kept`, `${path}.key`)
  expect(subjectKeyFor(store)).toEqual(key)
  store.close()
})

test("an address other than loopback needs keys", async () => {
  await expect(startService({ store: file(), host: "0.0.0.0", port: 0 })).rejects.toThrow(/must have keys/)
})

test("a service restarted at any point of the journal goes on with the same state", async () => {
  const path = file()
  const { service } = await testService({ path, snapshotEvery: 7 })
  const { live } = await service.createExperiment({ ...demo, segments: ["x", "y"] })
  const { id } = live.experiment
  for (let round = 0; round < 60; round++) {
    await service.decide(id, { decisionId: `d${round}`, segment: round % 3 === 0 ? "x" : "y" }, "local")
    if (round % 4 > 0) await service.reward(id, `d${round}`, (round % 5) / 4, "local")
    // Another reader of the same file sees what a restart at this instant would see.
    const store = openSqliteStore(path, { readOnly: true })
    const again = (await Service.start({ store, subjectKey: testSubjectKey })).live(id)
    const [expected, found] = [live, again].map((one) => ({
      ...one.snapshot(),
      swept: 0,
      spent: one.spent(),
      head: one.ledgerHash,
    }))
    store.close()
    expect(found).toEqual(expected)
  }
})

// The databases that the store refuses, and how it takes the next step of its schema.

import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { loadSubjectKey } from "../../keys/subject-key.ts"
import { Service } from "../../service.ts"
import { startService } from "../../start-service.ts"
import { demo, temporaryFolder, testService, testSubjectKey } from "../../testing/test-service.ts"
import { backupStore, moveStore } from "./copy-store.ts"
import { migrations } from "./sqlite-schema.ts"
import { openSqliteStore } from "./sqlite-store.ts"

const file = () => join(temporaryFolder(), "store.db")
const unavailable = { code: "store_unavailable" }

test("a running service has write-ahead logging and FULL, and /readyz would notice if it had not", () => {
  const store = openSqliteStore(file())
  expect(store.database.prepare("PRAGMA synchronous").get().synchronous).toBe(2)
  expect(store.database.prepare("PRAGMA journal_mode").get().journal_mode).toBe("wal")
  store.checkWritable()
  for (const weaker of ["OFF", "NORMAL"]) {
    store.database.exec(`PRAGMA synchronous = ${weaker}`)
    expect(() => store.checkWritable()).toThrow(/must have journal_mode wal and synchronous FULL/)
  }
  store.close()
})

test("a file is migrated once by a newer program, and then refused by the older one", async () => {
  const path = file()
  const made = await testService({ path })
  const { id } = (await made.service.createExperiment(demo)).live.experiment
  await made.service.close()
  const next = [...migrations, "CREATE TABLE notes (text TEXT NOT NULL) STRICT; INSERT INTO notes VALUES ('made')"]
  for (let times = 0; times < 2; times++) {
    const store = openSqliteStore(path, { migrations: next })
    expect(store.experiment(id)?.experiment.id).toBe(id)
    expect(store.database.prepare("SELECT text FROM notes").all()).toEqual([{ text: "made" }])
    expect(store.database.prepare("PRAGMA user_version").get().user_version).toBe(next.length)
    store.close()
  }
  expect(() => openSqliteStore(path)).toThrow(/use a newer program/)
})

test("a newer program migrates no file that another process serves", async () => {
  const store = file()
  const next = [...migrations, "CREATE TABLE notes (text TEXT NOT NULL) STRICT"]
  const running = await startService({ store, port: 0 })
  expect(() => openSqliteStore(store, { migrations: next })).toThrow(
    `another process serves the store ${store}: stop it, so that the file can be migrated to format version ${next.length}`,
  )
  // Without a step to take, a command may use the file beside it.
  openSqliteStore(store).close()
  await running.stop()
  openSqliteStore(store, { migrations: next }).close()
  expect(() => openSqliteStore(store)).toThrow(/use a newer program/)
})

test("a migration that fails leaves the file as it was", () => {
  const path = file()
  openSqliteStore(path).close()
  const broken = [...migrations, "CREATE TABLE half (x); CREATE TABLE half (x)"]
  expect(() => openSqliteStore(path, { migrations: broken })).toThrow(/could not be migrated to format version 2/)
  const store = openSqliteStore(path)
  expect(store.database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined()
  store.close()
})

test("a file of a newer version, or of another program, is refused and not touched", () => {
  const newer = file()
  openSqliteStore(newer).close()
  const database = new DatabaseSync(newer)
  database.exec("PRAGMA user_version = 99")
  database.close()
  expect(() => openSqliteStore(newer)).toThrow(
    "has format version 99, but this program knows only version 1: use a newer program",
  )
  const foreign = file()
  const other = new DatabaseSync(foreign)
  other.exec("CREATE TABLE mine (x)")
  other.close()
  const before = readFileSync(foreign)
  expect(() => openSqliteStore(foreign)).toThrow(/database of another program/)
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
  expect(() => backupStore(join(folder, "b.db"), path)).toThrow(/does not overwrite/)
})

test("subjects are hashed with the key the store began with, or it does not start", () => {
  const path = file()
  const store = openSqliteStore(path)
  const key = loadSubjectKey(store)
  expect(existsSync(`${path}.key`)).toBe(true)
  expect(loadSubjectKey(store)).toEqual(key)
  copyFileSync(`${path}.key`, `${path}.kept`)
  writeFileSync(`${path}.key`, Buffer.alloc(32, 1).toString("base64url"))
  expect(() => loadSubjectKey(store)).toThrow(expect.objectContaining(unavailable))
  copyFileSync(`${path}.kept`, `${path}.key`)
  expect(loadSubjectKey(store)).toEqual(key)
  store.close()
})

test("an address other than loopback needs keys", async () => {
  await expect(startService({ store: file(), host: "0.0.0.0", port: 0 })).rejects.toThrow(/needs a key/)
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

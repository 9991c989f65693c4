// The first bytes of a file tell its kind; a file that cannot be a ledger is refused or named,
// never called right.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { firstHash, publicEntry } from "./ledger-entry.ts"
import { readLedger } from "./read-ledger.ts"
import { isSqlite, verifyFile, wholeFile } from "./verify-file.ts"
import { verifyPublic } from "./verify-ledger.ts"

/**
 * Two experiments with some releases each, their store and the lines of the export of the first.
 */
async function played() {
  const { service, store, path } = await testService()
  const ids: string[] = []
  for (let number = 0; number < 2; number++) {
    const { id } = (await service.createExperiment(demo)).live.experiment
    ids.push(id)
    const asked = Array.from({ length: 60 }, (_, round) => [
      service.decide(id, { decisionId: `d${round}` }, "local"),
      service.reward(id, `d${round}`, round % 2, "local"),
    ])
    await Promise.all(asked.flat())
  }
  const [id = "", other = ""] = ids
  const { limit } = service.live(id).experiment
  const entries = store.ledger(id, 0, 1000).map(publicEntry)
  const others = store.ledger(other, 0, 1000).map(publicEntry)
  await service.close()
  const head = { experiment: id, limit, first: firstHash(id, limit) }
  return {
    path,
    id,
    other,
    limit,
    entries,
    others,
    head,
    lines: [head, ...entries].map((line) => JSON.stringify(line)),
  }
}

function fileWith(text: string): string {
  const file = join(temporaryFolder(), "ledger.ndjson")
  writeFileSync(file, text)
  return file
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

test("an export verifies with or without space before its first brace and empty lines, and reads as the entries it has", async () => {
  const { id, other, entries, lines, limit, path } = await played()
  expect(entries.length).toBeGreaterThan(1)
  const honest = verifyPublic({ experiment: id, limit, entries })
  expect(honest).toMatchObject({ experiment: id, problem: null, entry: null, entries: entries.length, journal: null })
  expect(honest.head).toBe(entries.at(-1)?.hash)
  for (const text of [`${lines.join("\n")}\n`, `  ${lines.join("\n\n")}`]) {
    const file = fileWith(text)
    expect(isSqlite(file)).toBe(false)
    expect(await verifyFile(file)).toEqual([honest])
    expect(readLedger(file)).toEqual(entries)
    expect(readLedger(file, id)).toEqual(entries)
    expect(readLedger(file, other)).toEqual([])
  }
  expect(isSqlite(path)).toBe(true)
})

test("a store is read experiment by experiment, without what is private, also one that was moved elsewhere", async () => {
  const { path, id, other, entries, others } = await played()
  change(path, "INSERT INTO properties VALUES ('frozen', 'then')")
  expect(readLedger(path)).toEqual([...entries, ...others])
  expect(readLedger(path, id)).toEqual(entries)
  expect(readLedger(path, other)).toEqual(others)
  expect(readLedger(path, "x")).toEqual([])
  expect(
    (await verifyFile(path)).map(({ experiment, problem, journal }) => ({ experiment, problem, journal })),
  ).toEqual([id, other].map((experiment) => ({ experiment, problem: null, journal: 120 })))
})

test("an export that starts from another experiment or limit is not right, though its entries fit", async () => {
  const { entries, head } = await played()
  const lines = [{ ...head, first: `${head.first}x` }, ...entries].map((line) => JSON.stringify(line))
  expect(await verifyFile(fileWith(lines.join("\n")))).toMatchObject([
    { entries: 0, entry: 0, problem: expect.stringMatching(/^the chain must start/) },
  ])
})

test.each([{ experiment: 7 }, { limit: undefined }, { limit: "1" }, { first: null }])(
  "an export's first line must have an experiment, a limit and a start: %j",
  async (wrong) => {
    const { head, entries } = await played()
    const file = fileWith([{ ...head, ...wrong }, ...entries].map((line) => JSON.stringify(line)).join("\n"))
    await expect(verifyFile(file)).rejects.toThrow(expect.objectContaining({ code: "invalid_request" }))
  },
)

test("a line that is no JSON is refused by its number", async () => {
  const { lines } = await played()
  const file = fileWith([lines[0], lines[1], "{", ...lines.slice(3)].join("\n"))
  await expect(verifyFile(file)).rejects.toThrow(
    expect.objectContaining({ code: "invalid_json", message: expect.stringContaining("line 3 ") }),
  )
})

const notALedger = {
  experiment: "store",
  entries: 0,
  head: "",
  spent: null,
  limit: null,
  journal: null,
  entry: null,
}

test.each(["", "x {}", "SQLite format 4", "SQLite format"])("a file that is neither is reported: %j", async (text) => {
  expect(wholeFile).toBe("store")
  expect(await verifyFile(fileWith(text))).toEqual([
    { ...notALedger, problem: expect.stringMatching(/^the file is neither a store nor an exported ledger/) },
  ])
})

test("a file that is not there is refused as one that cannot be read", async () => {
  const missing = join(temporaryFolder(), "missing.db")
  for (const read of [verifyFile, async (path: string) => isSqlite(path), async (path: string) => readLedger(path)])
    await expect(read(missing)).rejects.toThrow(expect.objectContaining({ code: "store_unavailable" }))
})

test("a row that cannot be parsed is damage, though every page is as it was written", async () => {
  const { path, other } = await played()
  change(path, `UPDATE experiments SET definition = '{' WHERE id = '${other}'`)
  const last = (await verifyFile(path)).at(-1)
  expect(last).toEqual({ ...notALedger, problem: expect.stringMatching(/^the file is damaged: \S/) })
  expect(last?.problem).not.toMatch(/null|undefined/)
})

test("the readable part of a damaged store is verified, and the damage is named after it", async () => {
  const { path, id, other } = await played()
  // A large file is not checked when it is opened, and verifying reads no page of this index: all
  // pages are checked after it.
  const database = new DatabaseSync(path)
  database.exec(
    "CREATE TABLE spare (x); CREATE INDEX spare_x ON spare (length(x)); INSERT INTO spare VALUES (1), (zeroblob(17000000))",
  )
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'spare_x'").get() as {
    rootpage: number
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, (rootpage - 1) * 4096, rootpage * 4096)
  writeFileSync(path, bytes)
  expect(await verifyFile(path)).toMatchObject([
    { experiment: id, problem: null },
    { experiment: other, problem: null },
    { ...notALedger, problem: expect.stringMatching(/is damaged: .*spare_x/) },
  ])
})

test("a store that is whole but cannot be opened is refused with the reason, and not called damaged", async () => {
  const { path } = await played()
  change(path, "PRAGMA user_version = 9999")
  await expect(verifyFile(path)).rejects.toThrow(
    expect.objectContaining({ code: expect.not.stringMatching("store_damaged"), message: expect.anything() }),
  )
})

test("progress says how much of a long journal is verified; rows read in one text are as they are one by one", async () => {
  const { service, store, path } = await testService()
  const { id } = (await service.createExperiment({ ...demo, horizon: 1e6 })).live.experiment
  for (let made = 0; made < 12_000; made += 1000)
    await Promise.all(Array.from({ length: 1000 }, () => service.decide(id, {}, "local")))
  const plain = store.database.prepare("SELECT * FROM decisions WHERE sequence > 11000 ORDER BY sequence").all()
  expect(store.rowsAfter("decisions", id, 11_000, 2000)).toEqual(plain.map((row) => ({ ...row })))
  await service.close()
  const shares: number[] = []
  expect(await verifyFile(path, (share) => shares.push(share))).toMatchObject([{ problem: null, journal: 12_000 }])
  expect(shares).toEqual([0.85 * (5 / 12), 0.85 * (10 / 12)].map((share) => expect.closeTo(share, 9)))
})

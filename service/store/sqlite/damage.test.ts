// Pages of a real file that are not what was written: from the first sign on nothing is answered,
// and verifying names what is damaged.

import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { verifyFile } from "../../ledger/verify-file.ts"
import type { Service } from "../../service.ts"
import { startService } from "../../start-service.ts"
import { demo, temporaryFolder, testServer, testService } from "../../testing/test-service.ts"
import { backupStore } from "./copy-store.ts"
import { openSqliteStore } from "./sqlite-store.ts"

const pageSize = 4096
const count = 300

/** Decisions with rewards, all of them in the tables. */
async function play(service: Service): Promise<string> {
  const { id } = (await service.createExperiment(demo)).live.experiment
  for (let from = 0; from < count; from += 100) {
    const asked: Promise<unknown>[] = []
    for (let round = from; round < from + 100; round++) {
      asked.push(service.decide(id, { decisionId: `d${round}` }, "local"))
      asked.push(service.reward(id, `d${round}`, round % 2, "local"))
    }
    await Promise.all(asked)
  }
  return id
}

/** A file that nobody serves, all of it in the one file. */
async function played(): Promise<{ path: string; id: string }> {
  const path = join(temporaryFolder(), "store.db")
  const { service } = await testService({ path })
  const id = await play(service)
  await service.close()
  checkpoint(path)
  return { path, id }
}

function checkpoint(path: string): void {
  const database = new DatabaseSync(path)
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
}

/** The pages of a table or an index. */
function listPages(path: string, name: string): number[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno").all(name)
  database.close()
  return rows.map((row) => (row as { pageno: number }).pageno)
}

/** As a disk that lost it: what is written does not go through SQLite. */
function overwrite(path: string, page: number, from = 0, byte = 0): void {
  const file = openSync(path, "r+")
  writeSync(file, Buffer.alloc(pageSize - from, byte), 0, pageSize - from, (page - 1) * pageSize + from)
  closeSync(file)
}

const places: [string, string, RegExp][] = [
  ["a table", "decisions", /table decisions/],
  ["an index", "decisions_by_id", /index decisions_by_id/],
  ["the rewards", "rewards", /table rewards/],
  ["the ledger", "ledger", /table ledger/],
  ["the experiments", "experiments", /table experiments|index sqlite_autoindex_experiments/],
  ["the schema", "sqlite_schema", /the file/],
]

test.each(places)(
  "damage to %s is found at the start and named by verify, whole pages and halves",
  async (_what, name, words) => {
    for (const from of [0, pageSize / 2]) {
      const { path } = await played()
      overwrite(path, listPages(path, name).at(-1) as number, from)
      await expect(startService({ store: path, port: 0 })).rejects.toMatchObject({ code: "store_damaged" })
      const last = (await verifyFile(path)).at(-1)
      expect(last).toMatchObject({ experiment: "store", problem: expect.stringMatching(words) })
    }
  },
)

test("a header that is not one, a file cut short and a log of nonsense are found, none with a stack trace", async () => {
  const { path } = await played()
  const whole = readFileSync(path)
  writeFileSync(path, Buffer.concat([Buffer.alloc(100), whole.subarray(100)]))
  expect(await verifyFile(path)).toMatchObject([
    { experiment: "store", problem: expect.stringMatching(/first page is damaged/) },
  ])
  expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "store_damaged" }))
  expect(() => backupStore(path, `${path}.backup`)).toThrow(expect.objectContaining({ code: "store_damaged" }))
  writeFileSync(path, Buffer.concat([whole.subarray(0, 16), Buffer.alloc(84, 0xff), whole.subarray(100)]))
  expect(await verifyFile(path)).toMatchObject([
    { experiment: "store", problem: expect.stringMatching(/is damaged: /) },
  ])
  writeFileSync(path, whole)
  truncateSync(path, whole.length / 2)
  expect((await verifyFile(path)).at(-1)?.problem).toMatch(/is damaged: /)
  expect(() => openSqliteStore(path, { owns: true })).toThrow(expect.objectContaining({ code: "store_damaged" }))
  writeFileSync(path, whole)
  expect(await verifyFile(path)).toMatchObject([{ problem: null }])
})

test.each(places.slice(0, 4))(
  "damage to %s while it is served: no acknowledged id reads 404, and then all is 503",
  async (_what, name) => {
    for (const from of [0, pageSize / 2]) {
      const { path, id } = await played()
      const { call, store } = await testServer({ path } as never)
      expect((await call("GET", `/v1/experiments/${id}`)).status).toBe(200)
      store.database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 1; PRAGMA shrink_memory")
      for (const page of listPages(path, name).slice(1)) overwrite(path, page, from)
      const codes = new Set<string>()
      const statuses = new Set<number>()
      const note = ({ status, body }: { status: number; body: { code?: string } }) => {
        statuses.add(status)
        if (status !== 200) codes.add(body.code ?? "")
      }
      for (let round = 0; round < count; round += 7)
        note(await call("GET", `/v1/experiments/${id}/decisions/d${round}`))
      note(await call("GET", `/v1/experiments/${id}/export?record=decisions`))
      if (codes.size === 0) note(await call("GET", `/v1/experiments/${id}/ledger`))
      expect([...codes]).toEqual(["store_damaged"])
      expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
      for (const answer of [
        await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "later" }),
        await call("GET", `/v1/experiments/${id}`),
        await call("GET", "/v1/experiments"),
        await call("GET", "/readyz"),
      ])
        expect([answer.status, answer.body.code]).toEqual([503, "store_damaged"])
    }
  },
)

test.each([
  "DELETE FROM snapshots; UPDATE decisions SET arm = (arm + 1) % 3 WHERE sequence = 41",
  "UPDATE snapshots SET state = '{'",
])("a journal that does not give the state is damage: %s", async (sql) => {
  const { path, id } = await played()
  change(path, sql)
  const { call } = await testServer({ path } as never)
  const answer = await call("GET", `/v1/experiments/${id}`)
  expect([answer.status, answer.body.code]).toEqual([503, "store_damaged"])
  expect((await call("GET", "/readyz")).body.code).toBe("store_damaged")
})

test("an experiment that cannot be parsed is damage, and the service does not start", async () => {
  const { path } = await played()
  change(path, "UPDATE experiments SET definition = '{'")
  await expect(startService({ store: path, port: 0 })).rejects.toMatchObject({ code: "store_damaged" })
  expect(await verifyFile(path)).toMatchObject([
    { experiment: "store", problem: expect.stringMatching(/is damaged: /) },
  ])
})

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

test("a whole file is not called damaged, however often one asks for what is not there", async () => {
  const { call, service } = await testServer()
  const id = await play(service)
  for (let round = 0; round < 20; round++) {
    expect((await call("GET", `/v1/experiments/${id}/decisions/none-${round}`)).status).toBe(404)
    expect((await call("PUT", `/v1/experiments/${id}/decisions/none-${round}/reward`, { value: 1 })).status).toBe(404)
  }
})

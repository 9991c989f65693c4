// One process serves a file, by whatever name it is called; a process that was overtaken, or lost
// its file, says so and answers nothing more.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createKey } from "../../keys/key.ts"
import { verifyFile } from "../../ledger/verify-file.ts"
import { startService } from "../../start-service.ts"
import { recordCalls } from "../../testing/recorded-calls.ts"
import { demo, temporaryFolder, testServer, testService } from "../../testing/test-service.ts"
import { backupStore, moveStore } from "./copy-store.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { lockStore } from "./store-lock.ts"
import { realStorePath } from "./store-path.ts"

const file = () => join(temporaryFolder(), "store.db")

test("a lock is taken by the real path: links, relative names and folders that are links lead to one", () => {
  const folder = temporaryFolder()
  const path = join(folder, "store.db")
  openSqliteStore(path).close()
  mkdirSync(join(folder, "sub"))
  symlinkSync(path, join(folder, "link.db"))
  symlinkSync(join(folder, "link.db"), join(folder, "sub", "again.db"))
  symlinkSync(folder, join(folder, "sub", "up"))
  const names = ["link.db", "sub/again.db", "sub/up/store.db", "sub/up/link.db", "sub/../store.db"]
  const unlock = lockStore(path)
  for (const name of names)
    expect(() => lockStore(join(folder, name))).toThrow(expect.objectContaining({ code: "store_busy" }))
  unlock()
  for (const name of names) lockStore(join(folder, name))()
  expect(existsSync(join(folder, "link.db.lock"))).toBe(false)
})

test("a lock's name is durable before anyone relies on it", () => {
  const path = file()
  const lock = () => lockStore(path)()
  expect(recordCalls(lock)).toEqual(["flush store.db.lock", "flush folder"])
  expect(recordCalls(lock)).toEqual([])
})

test("a link to a file that is yet to be made leads to the file it will be", () => {
  const folder = temporaryFolder()
  symlinkSync("later.db", join(folder, "link.db"))
  expect(realStorePath(join(folder, "link.db"))).toBe(join(realStorePath(folder), "later.db"))
  const unlock = lockStore(join(folder, "link.db"))
  expect(() => lockStore(join(folder, "later.db"))).toThrow(expect.objectContaining({ code: "store_busy" }))
  unlock()
  openSqliteStore(join(folder, "link.db")).close()
  expect(existsSync(join(folder, "later.db"))).toBe(true)
  symlinkSync("b.db", join(folder, "a.db"))
  symlinkSync("a.db", join(folder, "b.db"))
  expect(() => realStorePath(join(folder, "a.db"))).toThrow(/link that leads nowhere/)
})

test("the key of subjects lies beside the real file, whatever link leads to it", async () => {
  const folder = temporaryFolder()
  const link = join(folder, "link.db")
  symlinkSync(join(folder, "store.db"), link)
  const first = await startService({ store: link, port: 0 })
  await first.stop()
  renameSync(join(folder, "store.db.key"), `${link}.key`)
  for (const store of [link, join(folder, "store.db")])
    await expect(startService({ store, port: 0 })).rejects.toThrow(
      /no key of the store's subjects: it must be in .*store\.db\.key/,
    )
})

test("a file with two hard links is refused by either name, also to commands that would write", async () => {
  const path = file()
  openSqliteStore(path).close()
  linkSync(path, `${path}.other`)
  for (const name of [path, `${path}.other`]) {
    await expect(startService({ store: name, port: 0 })).rejects.toThrow(/has 2 hard links/)
    expect(() => openSqliteStore(name)).toThrow(/hard links/)
    expect(() => backupStore(name, `${path}.copy`)).toThrow(/hard links/)
  }
  unlinkSync(`${path}.other`)
  await (await startService({ store: path, port: 0 })).stop()
})

test("a folder, or a lock that is not a file of its own, is refused and left alone", async () => {
  const folder = temporaryFolder()
  expect(() => lockStore(folder)).toThrow(/is a folder, not a file/)
  expect(() => lockStore(join(folder, "none", "store.db"))).toThrow(/does not exist or cannot be read/)
  const path = join(folder, "store.db")
  mkdirSync(`${path}.lock`)
  expect(() => lockStore(path)).toThrow(/must be a file of its own/)
  rmSync(`${path}.lock`, { recursive: true })
  openSqliteStore(path).close()
  symlinkSync(path, `${path}.lock`)
  expect(() => lockStore(path)).toThrow(/must be a file of its own/)
  openSqliteStore(path).close()
})

test("a process that is overtaken answers 503 to everything, reads and /readyz too, and leaves the file alone", async () => {
  const { app, call, create, service, path } = await testServer()
  const id = await create()
  const decide = (name: string) => call("POST", `/v1/experiments/${id}/decisions`, { decisionId: name })
  expect((await decide("d-1")).status).toBe(201)
  const other = await testService({ path })
  const twice = { decisionId: "d-2" }
  await other.service.decide(id, twice, "local")
  // Before it has tried to write: the other's decision must not read as unknown.
  for (const url of ["/v1/experiments", `/v1/experiments/${id}`, `/v1/experiments/${id}/decisions/d-2`, "/readyz"])
    expect([url, (await app.inject({ method: "HEAD", url })).statusCode]).toEqual([url, 503])
  const early = await call("GET", `/v1/experiments/${id}/decisions/d-2`)
  expect([early.status, early.body.code, early.headers["retry-after"]]).toEqual([503, "store_overtaken", "1"])
  for (const answer of [
    await decide("d-3"),
    await decide("d-1"),
    await call("PUT", `/v1/experiments/${id}/decisions/d-1/reward`, { value: 1 }),
    await call("GET", `/v1/experiments/${id}`),
    await call("GET", "/v1/experiments"),
    await call("GET", `/v1/experiments/${id}/ledger`),
    await call("GET", `/v1/experiments/${id}/export?record=decisions`),
    await call("POST", "/v1/experiments", demo),
    await call("POST", `/v1/experiments/${id}/pause`),
    await call("GET", "/readyz"),
  ])
    expect([answer.status, answer.body.code]).toEqual([503, "store_overtaken"])
  expect((await call("GET", "/healthz")).status).toBe(200)
  await expect(service.closeWindows()).rejects.toMatchObject({ code: "store_overtaken" })
  await service.close()
  await other.service.decide(id, { decisionId: "d-4" }, "local")
  await other.service.close()
  expect(await verifyFile(path)).toMatchObject([{ problem: null, journal: 3 }])
})

test("a repeated request that writes nothing is not answered by a process that was overtaken", async () => {
  const { service, path } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  const other = await testService({ path })
  await other.service.decide(id, { decisionId: "d" }, "local")
  await expect(service.reward(id, "d", 1, "local")).rejects.toMatchObject({ code: "store_overtaken" })
})

test("streams of a process that was overtaken end, so that their readers look elsewhere", async () => {
  const path = file()
  const first = await startService({ store: path, port: 0, heartbeatMs: 20 })
  const made = await fetch(`${first.address}/v1/experiments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(demo),
  })
  const { id } = (await made.json()) as { id: string }
  const stream = await fetch(`${first.address}/v1/experiments/${id}/events`)
  unlinkSync(`${path}.lock`)
  const second = await startService({ store: path, port: 0 })
  expect(await stream.text()).toMatch(/event: status/)
  expect((await fetch(`${first.address}/v1/experiments/${id}/events`)).status).toBe(503)
  await first.stop()
  await second.stop()
})

test("keys and backups neither take the store nor ask whose it is", async () => {
  const { call, create, path } = await testServer()
  const id = await create()
  const commands = openSqliteStore(path)
  createKey(commands, { name: "ops", role: "operate" })
  commands.close()
  backupStore(path, `${path}.backup`)
  expect(await verifyFile(path)).toMatchObject([{ problem: null }])
  expect((await call("GET", "/readyz")).status).toBe(200)
  expect((await call("POST", `/v1/experiments/${id}/decisions`)).status).toBe(401)
})

const away = (path: string) => renameSync(path, `${path}.away`)
const troubles: [string, (path: string) => void][] = [
  ["is deleted", (path) => unlinkSync(path)],
  [
    "is replaced by a copy of itself",
    (path) => {
      copyFileSync(path, `${path}.new`)
      renameSync(`${path}.new`, path)
    },
  ],
  ["is renamed", away],
  [
    "becomes a link to where it went",
    (path) => {
      away(path)
      symlinkSync(`${path}.away`, path)
    },
  ],
  ["loses its log", (path) => unlinkSync(`${path}-wal`)],
  ["loses its shared memory", (path) => unlinkSync(`${path}-shm`)],
  ["loses its folder", (path) => away(join(path, ".."))],
]

test.each(troubles)("a store that %s while it is served answers 503 store_gone", async (_what, doIt) => {
  const folder = join(temporaryFolder(), "inside")
  mkdirSync(folder)
  const { call, create } = await testServer({ path: join(folder, "store.db") } as never)
  const id = await create()
  expect((await call("GET", "/readyz")).status).toBe(200)
  doIt(join(folder, "store.db"))
  for (const answer of [
    await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d" }),
    await call("GET", `/v1/experiments/${id}`),
    await call("GET", "/readyz"),
  ])
    expect([answer.status, answer.body.code]).toEqual([503, "store_gone"])
})

test.each(["another store", "an older copy of itself", "nothing"])(
  "a store that is overwritten in place with %s while it is served answers 503, and what wrote to it in order does not disturb",
  async (what) => {
    const { call, create, path, store } = await testServer()
    const id = await create()
    const old = readFileSync(path)
    const decide = () => call("POST", `/v1/experiments/${id}/decisions`)
    for (let round = 0; round < 5; round++) {
      expect((await decide()).status).toBe(201)
      // A command that writes empties the log into the file.
      const command = openSqliteStore(path)
      command.setProperty("note", `${round}`)
      command.close()
      store.database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    expect((await decide()).status).toBe(201)
    const other = file()
    openSqliteStore(other).close()
    writeFileSync(path, what === "nothing" ? "" : what === "another store" ? readFileSync(other) : old)
    for (const answer of [await decide(), await call("GET", `/v1/experiments/${id}`), await call("GET", "/readyz")])
      expect([answer.status, answer.body.code]).toEqual([503, expect.stringMatching(/^store_(gone|damaged)$/)])
  },
)

test("a file that is put back is served again after a restart, with everything that was acknowledged", async () => {
  const { call, create, path, service } = await testServer()
  const id = await create()
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1" })
  renameSync(path, `${path}.away`)
  expect((await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-2" })).status).toBe(503)
  renameSync(`${path}.away`, path)
  expect((await call("GET", "/readyz")).status).toBe(503)
  await service.close()
  const again = await testService({ path })
  expect(await again.service.readDecision(id, "d-1")).toMatchObject({ decisionId: "d-1" })
  expect(await again.service.decide(id, { decisionId: "d-2" }, "local")).toMatchObject({ decisionId: "d-2" })
})

test("a store that is moved elsewhere while someone serves it after all is taken from it first", async () => {
  const { call, create, path, service } = await testServer()
  const id = await create()
  moveStore(path, `${path}.moved`)
  for (const answer of [await call("POST", `/v1/experiments/${id}/decisions`), await call("GET", "/readyz")])
    expect([answer.status, answer.body.code]).toEqual([503, "store_overtaken"])
  await service.close()
  expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: "store_frozen" }))
})

test("a store that is frozen while it is served says so, and goes on if that is taken back", async () => {
  const { call, create, path } = await testServer()
  const id = await create()
  const states = async () => {
    const [decided, ready] = [await call("POST", `/v1/experiments/${id}/decisions`), await call("GET", "/readyz")]
    return [decided.status, decided.body.code, ready.status, ready.body.code]
  }
  const command = openSqliteStore(path)
  command.setProperty("frozen", "now")
  expect(await states()).toEqual([503, "store_frozen", 503, "store_frozen"])
  command.setProperty("frozen", null)
  command.close()
  expect(await states()).toEqual([201, undefined, 200, undefined])
})

test("every file of a store is its owner's alone, whatever the mask", async () => {
  const folder = temporaryFolder()
  const path = join(folder, "store.db")
  const before = process.umask(0)
  try {
    const running = await startService({ store: path, port: 0 })
    backupStore(path, join(folder, "backup.db"))
    const names = [
      "store.db",
      "store.db-wal",
      "store.db-shm",
      "store.db.lock",
      "store.db.key",
      "store.db.seen",
      "backup.db",
    ]
    for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
    await running.stop()
    moveStore(path, join(folder, "moved.db"))
    expect(statSync(join(folder, "moved.db")).mode & 0o777).toBe(0o600)
    process.umask(0o777)
    openSqliteStore(join(folder, "none.db")).close()
    expect(statSync(join(folder, "none.db")).mode & 0o777).toBe(0o600)
  } finally {
    process.umask(before)
  }
})

test("a folder or a file that cannot be written to is refused in words", () => {
  const folder = temporaryFolder()
  const path = join(folder, "store.db")
  openSqliteStore(path).close()
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  asNobody(() => {
    const unavailable = expect.objectContaining({ code: "store_unavailable" })
    for (const name of ["store.db", "other.db"]) {
      expect(() => lockStore(join(folder, name))).toThrow(unavailable)
      expect(() => openSqliteStore(join(folder, name))).toThrow(unavailable)
    }
  })
  chmodSync(folder, 0o755)
})

/** Root may write anywhere. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

// Two real processes on one file, by every way past the lock: nothing that either acknowledged may
// be lost, and the ledger verifies.

import { copyFileSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { verifyFile } from "./ledger/verify-file.ts"
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts"
import { endProcess, type ServiceProcess, startProcess } from "./testing/service-process.ts"
import { temporaryFolder } from "./testing/test-service.ts"

const experiment = {
  name: "shared",
  arms: ["a", "b", "c"],
  horizon: 1_000_000,
  answers: "all" as const,
  // Nearly every reward releases something.
  missing: "ignore" as const,
  algorithm: { name: "dp-imed", epsilon: 1, batchRatio: 1.001, firstBatch: 1 },
}

async function start(path: string): Promise<ServiceProcess> {
  const started = await startProcess(path)
  onTestFinished(() => endProcess(started, "SIGKILL"))
  return started
}

async function send(to: ServiceProcess, method: string, path: string, body?: object) {
  const answer = await fetch(`${to.address}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: (text === "" ? {} : JSON.parse(text)) as { id: string; code: string; arm: string },
  }
}

/**
 * Clients that decide and reward until they are stopped, and note what was acknowledged and which
 * refusals there were.
 */
class Load {
  readonly arms = new Map<string, string>()
  readonly rewards = new Map<string, number>()
  readonly refusals = new Map<string, number>()
  #isOver = false
  readonly #working: Promise<void>[]

  constructor(to: ServiceProcess, id: string, name: string) {
    // A process that was ended cuts its lines.
    const cut = () => undefined
    this.#working = Array.from({ length: 4 }, (_, client) => this.#work(to, id, `${name}${client}`).catch(cut))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#working)
  }

  async until(done: () => boolean): Promise<void> {
    for (let waited = 0; !done() && waited < 1000; waited++) await sleep(10)
    expect(done()).toBe(true)
  }

  async #work(to: ServiceProcess, id: string, name: string): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const decisionId = `${name}-${turn}`
      const base = `/v1/experiments/${id}/decisions`
      const decided = await send(to, "POST", base, { decisionId })
      if (decided.status !== 201) {
        this.#refused(decided.body.code)
        await sleep(5)
        continue
      }
      this.arms.set(decisionId, decided.body.arm)
      const value = turn % 2
      const sent = await send(to, "PUT", `${base}/${decisionId}/reward`, { value })
      if (sent.status === 204) this.rewards.set(decisionId, value)
      else this.#refused(sent.body.code)
    }
  }

  #refused(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
  }
}

/**
 * How many of the acknowledged decisions and rewards the file does not have, and what its ledger
 * says.
 */
async function examine(path: string, id: string, loads: readonly Load[]) {
  const store = openSqliteStore(path, { readOnly: true })
  const lost: string[] = []
  let acknowledged = 0
  for (const { arms, rewards } of loads)
    for (const [decisionId, arm] of arms) {
      acknowledged += 1
      const row = store.decision(id, decisionId)
      if (row === undefined || experiment.arms[row.arm] !== arm) lost.push(decisionId)
      const reward = rewards.get(decisionId)
      if (reward === undefined) continue
      acknowledged += 1
      if (row === undefined || store.reward(id, row.sequence)?.steps !== reward * 2 ** 20)
        lost.push(`${decisionId} reward`)
    }
  store.close()
  return { acknowledged, lost, problems: (await verifyFile(path)).map(({ problem }) => problem) }
}

const whole = { lost: [], problems: [null] }

async function serving(name = "store.db") {
  const folder = temporaryFolder()
  const path = join(folder, name)
  const first = await start(path)
  const created = await send(first, "POST", "/v1/experiments", experiment)
  expect(created.status).toBe(201)
  const { id } = created.body
  return { folder, path, first, id }
}

test("by a symbolic link or a hard link, nobody else gets to serve the file", async () => {
  const { folder, path, first, id } = await serving()
  const load = new Load(first, id, "a")
  symlinkSync(path, join(folder, "link.db"))
  await expect(start(join(folder, "link.db"))).rejects.toThrow(/another process serves the store/)
  linkSync(path, join(folder, "hard.db"))
  await expect(start(join(folder, "hard.db"))).rejects.toThrow(/2 hard links/)
  await load.until(() => load.rewards.size > 100)
  await load.stop()
  expect(load.refusals).toEqual(new Map())
  rmSync(join(folder, "hard.db"))
  await endProcess(first, "SIGKILL")
  expect(await examine(path, id, [load])).toMatchObject(whole)
})

test.each([
  ["the lock deleted", (path: string) => path],
  [
    "the lock deleted, by a symbolic link",
    (path: string) => {
      symlinkSync(path, `${path}.link`)
      return `${path}.link`
    },
  ],
])("%s: the newer process overtakes, and neither loses anything", async (_what, other) => {
  const { path, first, id } = await serving()
  const one = new Load(first, id, "a")
  await one.until(() => one.rewards.size > 50)
  rmSync(`${path}.lock`)
  const second = await start(other(path))
  const two = new Load(second, id, "b")
  await two.until(() => two.rewards.size > 50 && (one.refusals.get("store_overtaken") ?? 0) > 20)
  for (const route of ["/readyz", `/v1/experiments/${id}`])
    expect(await send(first, "GET", route)).toMatchObject({ status: 503, body: { code: "store_overtaken" } })
  expect(await send(second, "GET", "/readyz")).toMatchObject({ status: 200 })
  expect([...one.refusals.keys()]).toEqual(["store_overtaken"])
  expect([...two.refusals.keys()]).toEqual([])
  // It is still there, and ends in order when it is told to, which takes nothing from the other.
  expect(first.process.exitCode).toBeNull()
  await one.stop()
  await endProcess(first, "SIGTERM")
  expect(first.process.exitCode).toBe(0)
  const before = two.rewards.size
  await two.until(() => two.rewards.size > before + 50)
  await two.stop()
  await endProcess(second, "SIGKILL")
  const found = await examine(path, id, [one, two])
  expect(found).toMatchObject(whole)
  expect(found.acknowledged).toBeGreaterThan(300)
  // Nothing stale keeps the next one out.
  const third = await start(path)
  expect(await send(third, "POST", `/v1/experiments/${id}/decisions`)).toMatchObject({ status: 201 })
})

test("many overtake each other, and what any of them acknowledged is there", async () => {
  const { path, first, id } = await serving()
  const loads = [new Load(first, id, "p0-")]
  for (let number = 1; number < 4; number++) {
    await loads.at(-1)?.until(() => (loads.at(-1)?.rewards.size ?? 0) > 20)
    rmSync(`${path}.lock`)
    loads.push(new Load(await start(path), id, `p${number}-`))
  }
  await loads.at(-1)?.until(() => (loads.at(-1)?.rewards.size ?? 0) > 20)
  for (const load of loads) await load.stop()
  expect(await examine(path, id, loads)).toMatchObject(whole)
})

test("one of many that start at once serves; where the lock does not hold them, the last one does", async () => {
  const path = join(temporaryFolder(), "store.db")
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => start(path)))
  const up = outcomes.filter((one) => one.status === "fulfilled").map(({ value }) => value)
  expect(up).toHaveLength(1)
  for (const one of outcomes)
    if (one.status === "rejected") expect(String(one.reason)).toMatch(/another process serves the store/)
  const [only] = up as [ServiceProcess]
  const { id } = (await send(only, "POST", "/v1/experiments", experiment)).body
  // Locks are deleted as fast as they are made.
  const timer = setInterval(() => rmSync(`${path}.lock`, { force: true }), 1)
  const all = [only]
  // On a busy machine a lock may live long enough to stop them all: then they try again.
  for (let attempt = 0; attempt < 10 && all.length === 1; attempt++) {
    const more = await Promise.allSettled(Array.from({ length: 4 }, () => start(path)))
    all.push(...more.filter((one) => one.status === "fulfilled").map(({ value }) => value))
  }
  clearInterval(timer)
  expect(all.length).toBeGreaterThan(1)
  const loads = all.map((one, number) => new Load(one, id, `p${number}-`))
  await sleep(1000)
  for (const load of loads) await load.stop()
  expect(loads.filter(({ arms }) => arms.size > 0)).toHaveLength(1)
  expect(loads.filter(({ refusals }) => refusals.has("store_overtaken"))).toHaveLength(all.length - 1)
  expect(await examine(path, id, loads)).toMatchObject(whole)
})

test("a file replaced under load: what was acknowledged is in the old file, and nothing is acknowledged after", async () => {
  const { folder, path, first, id } = await serving()
  const load = new Load(first, id, "a")
  await load.until(() => load.rewards.size > 50)
  const other = join(folder, "other.db")
  openSqliteStore(other).close()
  // Its log goes with it, as it must.
  const old = join(folder, "old.db")
  for (const suffix of ["", "-wal", "-shm"]) renameSync(`${path}${suffix}`, `${old}${suffix}`)
  copyFileSync(other, path)
  const bytes = readFileSync(path)
  await load.until(() => (load.refusals.get("store_gone") ?? 0) > 20)
  expect([...load.refusals.keys()]).toEqual(["store_gone"])
  expect(await send(first, "GET", "/readyz")).toMatchObject({ status: 503, body: { code: "store_gone" } })
  await load.stop()
  await endProcess(first, "SIGTERM")
  expect(first.process.exitCode).toBe(0)
  expect(await examine(old, id, [load])).toMatchObject(whole)
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test("a file renamed away and back, again and again, never takes an acknowledged decision with it", async () => {
  const { path, first, id } = await serving()
  const loads = [new Load(first, id, "p0-")]
  let server = first
  for (let number = 1; number < 4; number++) {
    const load = loads.at(-1) as Load
    await load.until(() => load.rewards.size > 20)
    renameSync(path, `${path}.away`)
    await sleep(number)
    renameSync(`${path}.away`, path)
    await load.until(() => load.rewards.size > 60 || (load.refusals.get("store_gone") ?? 0) > 0)
    await load.stop()
    await endProcess(server, "SIGKILL")
    server = await start(path)
    loads.push(new Load(server, id, `p${number}-`))
  }
  for (const load of loads) await load.stop()
  expect(await examine(path, id, loads)).toMatchObject(whole)
})

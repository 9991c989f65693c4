// When the ground moves: a full disk, a locked file, a clock set back, a torn page, a fault in one
// of many requests.

import { appendFileSync, copyFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { secureRandom } from "@armistice/core"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { verifyStore } from "./ledger/verify-ledger.ts"
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts"
import { demo, temporaryFolder, testServer, testService } from "./testing/test-service.ts"

const listProblems = async (store: Parameters<typeof verifyStore>[0]) =>
  (await verifyStore(store)).map(({ problem }) => problem)

test("on a full disk requests are refused with 507, nothing is half done, and with room it goes on", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  const pages = store.database.prepare("PRAGMA page_count").get().page_count as number
  store.database.exec(`PRAGMA max_page_count = ${pages + 4}`)
  const acknowledged: string[] = []
  let refused = 0
  for (let round = 0; round < 2000 && refused < 3; round++) {
    const answer = await call("POST", `/v1/experiments/${id}/decisions:batch`, {
      decisions: Array.from({ length: 20 }, (_, at) => ({ decisionId: `d${round}-${at}` })),
    })
    if (answer.status === 507) {
      refused += 1
      expect(answer.body.code).toBe("store_full")
    } else for (const { decisionId } of answer.body.results) acknowledged.push(decisionId)
  }
  expect(refused).toBe(3)
  expect((await call("GET", "/healthz")).status).toBe(200)
  store.database.exec("PRAGMA max_page_count = 1000000")
  expect((await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "later" })).status).toBe(201)
  for (const decisionId of acknowledged) expect(store.decision(id, decisionId)).toBeDefined()
  expect(store.rowsAfter("decisions", id, 0, 1e6)).toHaveLength(acknowledged.length + 1)
  expect(await listProblems(store)).toEqual([null])
})

test("while another process holds the file, requests are refused with 503 and can be repeated", async () => {
  const { call, create, store, path } = await testServer()
  const id = await create()
  store.database.exec("PRAGMA busy_timeout = 50")
  const other = new DatabaseSync(path)
  other.exec("BEGIN IMMEDIATE")
  const refused = await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1" })
  expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([503, "store_busy", "1"])
  expect((await call("GET", "/readyz")).status).toBe(503)
  other.exec("ROLLBACK")
  other.close()
  expect((await call("GET", "/readyz")).status).toBe(200)
  expect((await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1" })).status).toBe(201)
  expect(await listProblems(store)).toEqual([null])
})

test("a clock set back does not open windows again or turn the order of the record", async () => {
  const { call, create, service, store, clock } = await testServer()
  const id = await create({ ...demo, rewardWindowSeconds: 60 })
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-1" })
  clock.forward(61)
  await service.closeWindows()
  clock.forward(-3600)
  await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "d-2" })
  const [first, second] = store.rowsAfter("decisions", id, 0, 10)
  expect(second?.at).toBeGreaterThanOrEqual((first?.at ?? 0) + 61_000)
  expect((await call("PUT", `/v1/experiments/${id}/decisions/d-1/reward`, { value: 1 })).status).toBe(409)
  expect((await call("PUT", `/v1/experiments/${id}/decisions/d-2/reward`, { value: 1 })).status).toBe(204)
})

test("after a restart with the clock set back, time goes on from the last decision", async () => {
  const path = join(temporaryFolder(), "test.db")
  const { service, clock } = await testService({ path })
  const { live } = await service.createExperiment(demo)
  clock.forward(1000)
  await service.decide(live.experiment.id, { decisionId: "d" }, "local")
  const then = service.now()
  await service.close()
  expect((await testService({ path })).service.now()).toBe(then)
})

test("a slot that was closed with the constant stays closed after a restart with the clock set back", async () => {
  const path = join(temporaryFolder(), "test.db")
  const { service, clock } = await testService({ path })
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: 60 })
  const { id } = live.experiment
  await service.decide(id, { decisionId: "d" }, "local")
  clock.forward(61)
  await service.closeWindows()
  await service.close()
  const again = await testService({ path })
  await expect(again.service.reward(id, "d", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  expect(again.store.rowsAfter("observations", id, 0, 10)).toHaveLength(1)
})

test("an experiment whose creation was not kept, or that cannot be played, does not keep windows of others open", async () => {
  const { service, store, clock } = await testService()
  const window = { ...demo, rewardWindowSeconds: 60, algorithm: { name: "gdp-ts" } }
  const pages = store.database.prepare("PRAGMA page_count").get().page_count as number
  store.database.exec(`PRAGMA max_page_count = ${pages}`)
  const large = { ...window, arms: Array.from({ length: 500 }, (_, arm) => `${arm}`.padEnd(100, "x")) }
  await expect(service.createExperiment(large)).rejects.toMatchObject({ code: "store_full" })
  store.database.exec("PRAGMA max_page_count = 1000000")
  const broken = (await service.createExperiment(window)).live
  const whole = (await service.createExperiment(window)).live
  for (const { experiment } of [broken, whole]) await service.decide(experiment.id, {}, "local")
  clock.forward(61)
  broken.algorithm.observe = () => {
    throw new Error("planted")
  }
  await expect(service.closeWindows()).rejects.toThrow("planted")
  expect(store.isObserved(whole.experiment.id, 1)).toBe(true)
})

test("a random source that fails during an operation leaves nothing half done: the journal still verifies", async () => {
  const source = secureRandom()
  let isFailing = false
  const random = new Proxy(source, {
    get: (target, name) => (isFailing ? fail() : Reflect.get(target, name).bind?.(target)),
  })
  const fail = () => {
    throw new Error("planted")
  }
  const { service, store } = await testService({ random })
  const { id } = (
    await service.createExperiment({ ...demo, missing: "ignore" as const, algorithm: { name: "lazy-dp-ts" } })
  ).live.experiment
  let failed = 0
  for (let round = 0; round < 60; round++) {
    const decisionId = `d${round}`
    for (const ask of [
      () => service.decide(id, { decisionId }, "local"),
      () => service.reward(id, decisionId, round % 2, "local"),
    ]) {
      isFailing = true
      const isRefused = await ask().then(
        () => false,
        () => true,
      )
      isFailing = false
      if (isRefused) await ask()
      failed += isRefused ? 1 : 0
    }
  }
  expect(failed).toBeGreaterThan(20)
  expect(store.ledger(id, 0, 100).length).toBeGreaterThan(5)
  expect(await listProblems(store)).toEqual([null])
  expect(service.live(id).spent()).toBe(store.ledgerHead(id)?.spent)
})

test("a transaction torn in the middle of a page is as if it had never begun; all before it is there", async () => {
  const folder = temporaryFolder()
  const path = join(folder, "test.db")
  const { service, store } = await testService({ path })
  const { live } = await service.createExperiment(demo)
  const { id } = live.experiment
  for (let round = 0; round < 30; round++) await service.decide(id, { decisionId: `d${round}` }, "local")
  // A crash image: the files as they are, then with the next transaction cut off at every kind of
  // place.
  const before = readFileSync(`${path}-wal`)
  await service.decide(id, { decisionId: "torn" }, "local")
  const after = readFileSync(`${path}-wal`)
  expect(after.length).toBeGreaterThan(before.length)
  for (const [number, length] of [before.length + 12, before.length + 24 + 2000, after.length - 1].entries()) {
    const image = join(folder, `image${number}.db`)
    copyFileSync(path, image)
    copyFileSync(`${path}-wal`, `${image}-wal`)
    const torn = after.subarray(0, length)
    const { writeFileSync } = await import("node:fs")
    writeFileSync(`${image}-wal`, torn)
    appendFileSync(`${image}-wal`, Buffer.alloc(after.length - length, 0x5a))
    const opened = openSqliteStore(image)
    expect(opened.rowsAfter("decisions", id, 0, 100).map((row) => row.id)).toEqual(
      Array.from({ length: 30 }, (_, round) => `d${round}`),
    )
    expect(await listProblems(opened)).toEqual([null])
    opened.close()
  }
  store.close()
})

test("a fault inside one operation fails that one, and the others of its group are done and durable", async () => {
  const { service, store } = await testService()
  const { live } = await service.createExperiment(demo)
  const { id } = live.experiment
  await service.decide(id, { decisionId: "d0" }, "local")
  // A planted fault: the algorithm throws in the middle of a decision, after it has changed the
  // state.
  const { algorithm } = live
  const { choose } = algorithm
  let calls = 0
  Object.assign(algorithm, {
    choose: (...args: Parameters<typeof choose>) => {
      const arm = choose(...args)
      calls += 1
      if (calls === 2) throw new Error("planted")
      return arm
    },
  })
  const outcomes = await Promise.allSettled(
    ["d1", "d2", "d3"].map((decisionId) => service.decide(id, { decisionId }, "local")),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"])
  expect(store.rowsAfter("decisions", id, 0, 10).map((row) => row.id)).toEqual(["d0", "d1", "d2", "d3"])
  expect(service.live(id).sequence).toBe(4)
  expect(await listProblems(store)).toEqual([null])
})

test("nothing is answered before it is on disk", async () => {
  const { service, store } = await testService()
  const { live } = await service.createExperiment(demo)
  const { id } = live.experiment
  const commit = store.commit.bind(store)
  let isOnDisk = false
  store.commit = (changes) => {
    commit(changes)
    isOnDisk = true
  }
  const answered = service.decide(id, { decisionId: "d" }, "local").then(() => isOnDisk)
  expect(await answered).toBe(true)
  store.commit = () => {
    throw new Error("the disk is gone")
  }
  await expect(service.decide(id, { decisionId: "e" }, "local")).rejects.toThrow()
  store.commit = commit
  expect(service.live(id).sequence).toBe(1)
})

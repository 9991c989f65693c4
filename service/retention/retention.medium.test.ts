// Retention on both stores, with a clock that the test moves: each step is taken on its day and not
// before, once, by the service, and a crash in between delays it only.

import { join } from "node:path"
import { expect, test } from "vitest"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { anyServer, anyService, storeKinds, verified } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, type TestClock, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"

const day = 86_400
const window = 100

const fail = (experiment: string, error: unknown): never => {
  throw new Error(`retention of ${experiment} failed`, { cause: error })
}

async function played(service: Service, more: object): Promise<string> {
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: window, ...more })
  const { id } = live.experiment
  for (let round = 0; round < 12; round++) {
    await service.decide(id, { decisionId: `d${round}`, subject: `person-${round}` }, "local")
    if (round % 4 > 0) await service.reward(id, `d${round}`, 0.5, "local")
  }
  return id
}

/** The status, whether it was purged, and what the log says that the service did. */
async function look(service: Service, id: string) {
  const { status, purgedAt } = await service.live(id)
  const rows = await service.store.activity({ limit: 100, only: [id] })
  const actions = rows.filter(({ key }) => key.name === "service").map(({ action }) => action)
  return { status, isPurged: purgedAt !== null, actions }
}

test.each(storeKinds)(
  "%s: a finished experiment is archived and purged on its days, not a moment before",
  async (kind) => {
    const { service, store, clock, call } = await anyServer(kind, { webhookAllow: ["127.0.0.1"] })
    const hook = { name: "ops", url: "http://127.0.0.1:9/", events: ["experiment.purged", "experiment.finished"] }
    expect((await call("POST", "/v1/webhooks", hook)).status).toBe(201)
    const id = await played(service, { retention: { archiveAfterDays: 2, purgeAfterDays: 3 } })
    const shown = async () => (await call("GET", `/v1/experiments/${id}`)).body.retention
    expect(await shown()).toEqual({ archiveAfterDays: 2, purgeAfterDays: 3, archiveAt: null, purgeAt: null })
    clock.forward(5 * day)
    await service.retain(fail)
    expect(await look(service, id)).toEqual({ status: "running", isPurged: false, actions: [] })
    await service.changeStatus(id, "finish")
    const end = clock.now
    expect(await shown()).toMatchObject({
      archiveAt: new Date(end + 2 * day * 1000).toISOString(),
      purgeAt: new Date(end + 3 * day * 1000).toISOString(),
    })
    for (const [at, status, actions] of [
      [2 * day * 1000 - 1, "finished", []],
      [2 * day * 1000, "archived", ["archive"]],
      [3 * day * 1000 - 1, "archived", ["archive"]],
    ] as const) {
      clock.now = end + at
      await service.retain(fail)
      expect(await look(service, id)).toEqual({ status, isPurged: false, actions })
    }
    clock.now = end + 3 * day * 1000
    await service.retain(fail)
    expect(await look(service, id)).toEqual({ status: "archived", isPurged: true, actions: ["archive", "purge"] })
    expect(await store.rowsAfter("rewards", id, 0, 10)).toEqual([])
    expect(await store.rowsAfter("subjects", id, "", 10)).toEqual([])
    expect((await store.rowsAfter("decisions", id, 0, 100)).every(({ subject }) => subject === "")).toBe(true)
    const told = (await store.outbox.deliveriesAfter(0, 10)).map(({ type, data }) => [type, JSON.parse(data).by])
    expect(told).toEqual([
      ["experiment.finished", "person"],
      ["experiment.purged", "service"],
    ])
    expect([await store.unfinishedPurges(), await store.retentionDue(Number.MAX_SAFE_INTEGER, 10)]).toEqual([[], []])
    expect((await verified(kind, store)).map(({ problem }) => problem)).toEqual([null])
  },
)

test.each(storeKinds)(
  "%s: an end date is an end, and everyone still gets the control after the purge",
  async (kind) => {
    const { service, clock, call } = await anyServer(kind)
    const endsAt = clock.now + 10 * day * 1000
    const dates = {
      endsAt: new Date(endsAt).toISOString(),
      retention: { purgeAfterDays: 30 },
      sticky: true,
      control: "b",
    }
    const id = await played(service, dates)
    const serve = async (subject: string) => (await service.decide(id, { subject }, "local")).arm
    clock.now = endsAt + 30 * day * 1000 - 1
    await service.retain(fail)
    expect(await look(service, id)).toEqual({ status: "running", isPurged: false, actions: [] })
    expect([await serve("person-1"), await serve("new")]).toEqual(["b", "b"])
    clock.now += 1
    await service.retain(fail)
    expect(await look(service, id)).toEqual({
      status: "finished",
      isPurged: true,
      actions: ["finish-everyone", "purge"],
    })
    const arms = []
    for (let person = 0; person < 12; person++) arms.push(await serve(`person-${person}`))
    expect(new Set([...arms, await serve("newer")])).toEqual(new Set(["b"]))
    expect((await call("GET", `/v1/experiments/${id}`)).body.purgedAt).toBe(
      new Date(endsAt + 30 * day * 1000).toISOString(),
    )
  },
)

test.each(storeKinds)(
  "%s: late finishes, open windows and steps by hand neither hurry a step nor repeat it",
  async (kind) => {
    const { service, store, clock } = await anyService(kind)
    const endsAt = new Date(clock.now + day * 1000).toISOString()
    const late = await played(service, { endsAt, retention: { purgeAfterDays: 1 } })
    clock.forward(2.5 * day)
    await service.changeStatus(late, "finish")
    await service.retain(fail)
    expect(await look(service, late)).toEqual({ status: "finished", isPurged: true, actions: ["purge"] })

    const retention = { purgeAfterDays: 1, archiveAfterDays: 1 }
    const open = await played(service, { rewardWindowSeconds: 3 * day, retention })
    const start = clock.now
    await service.changeStatus(open, "finish")
    clock.now = start + 3 * day * 1000 - 1
    await service.retain(fail)
    expect(await look(service, open)).toEqual({ status: "finished", isPurged: false, actions: [] })
    await service.reward(open, "d0", 1, "local")
    clock.now = start + 3 * day * 1000
    await service.retain(fail)
    expect(await look(service, open)).toEqual({ status: "archived", isPurged: true, actions: ["archive", "purge"] })

    const byHand = await played(service, { retention })
    await service.changeStatus(byHand, "archive")
    await service.purge(byHand)
    await store.setProperty(`purging ${byHand}`, "cut short")
    clock.forward(2 * day)
    await service.retain(fail)
    expect([await store.unfinishedPurges(), (await look(service, byHand)).actions]).toEqual([[], []])
  },
)

test.each(storeKinds)("%s: after a crash at any commit the next service takes the steps, once", async (kind) => {
  const path = join(temporaryFolder(), "crash.db")
  const started = kind === "SQLite" ? await testService({ path }) : await testReplicas(1)
  const { clock } = started
  const place = "url" in started ? started.url : path
  const open = () => restart(place, clock)
  let service: Service = "url" in started ? started.replicas[0] : started.service
  // Before the commit of the steps, before the rows go, and before the last note.
  for (const crash of ["commit", "removal", "note"] as const) {
    const id = await played(service, { retention: { purgeAfterDays: 1, archiveAfterDays: 1 } })
    await service.changeStatus(id, "finish")
    clock.forward(day)
    breakStore(service, crash)
    const failures: string[] = []
    await service.retain((failed) => failures.push(failed)).catch(() => failures.push("all"))
    expect(failures).toHaveLength(1)
    await service.close().catch(() => undefined)
    service = await open()
    clock.forward(700)
    await service.retain(fail)
    expect(await look(service, id)).toEqual({ status: "archived", isPurged: true, actions: ["archive", "purge"] })
    expect(await service.store.rowsAfter("rewards", id, 0, 10)).toEqual([])
    expect(await service.store.retentionDue(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
  }
  expect((await verified(kind, service.store)).map(({ problem }) => problem)).toEqual([null, null, null])
  await service.close()
})

/** Like a process that ends there: nothing after it reaches the store. */
function breakStore(service: Service, crash: "commit" | "removal" | "note"): void {
  const { store } = service
  const end = () => {
    throw new Error("the process is gone")
  }
  const finishPurge = store.finishPurge.bind(store)
  const endCommits = () => {
    if ("session" in store) Object.assign(store.session as object, { begin: async () => end() })
    else Object.assign(store, { commit: end })
  }
  Object.assign(store, {
    finishPurge: async (id: string) => {
      if (crash === "removal") end()
      await finishPurge(id)
      endCommits()
    },
  })
  if (crash === "commit") endCommits()
}

async function restart(place: string, clock: TestClock): Promise<Service> {
  const store = place.includes("://") ? await openPostgresStore(place) : openSqliteStore(place, { owns: true })
  return Service.start({ store, subjectKey: testSubjectKey, clock: clock.read }) as Promise<Service>
}

test("one of several replicas archives and purges", async () => {
  const { replicas, clock, problems } = await testReplicas(3)
  const [first] = replicas
  const ids: string[] = []
  for (let one = 0; one < 3; one++)
    ids.push(await played(first, { retention: { purgeAfterDays: 1, archiveAfterDays: 1 } }))
  for (const id of ids) await first.changeStatus(id, "finish")
  clock.forward(day)
  await Promise.all(replicas.map((replica) => replica.retain(fail)))
  for (const id of ids)
    expect(await look(first, id)).toEqual({ status: "archived", isPurged: true, actions: ["archive", "purge"] })
  expect(await problems()).toEqual([null, null, null])
})

test.each(storeKinds)("from %s a copy of the store takes the dates along", async (kind) => {
  const started = kind === "SQLite" ? await testService() : await testReplicas(1)
  const { clock } = started
  const service: Service = "url" in started ? started.replicas[0] : started.service
  const place = "url" in started ? started.url : started.path
  const id = await played(service, { retention: { purgeAfterDays: 9 } })
  await service.changeStatus(id, "finish")
  await service.close()
  const moved = join(temporaryFolder(), "moved.db")
  await transferStore(place, moved)
  const copy = await restart(moved, clock)
  clock.forward(9 * day - 1)
  await copy.retain(fail)
  expect((await look(copy, id)).isPurged).toBe(false)
  clock.forward(1)
  await copy.retain(fail)
  expect((await look(copy, id)).isPurged).toBe(true)
  await copy.close()
})

test("a retention without days, or of no whole days, is refused", async () => {
  const { call } = await anyServer("SQLite")
  for (const retention of [{}, { purgeAfterDays: 0 }, { archiveAfterDays: 0.5 }, { purgeAfterDays: 1, forDays: 2 }])
    expect((await call("POST", "/v1/experiments", { ...demo, retention })).status).toBe(400)
})

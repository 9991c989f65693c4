// Answers that come late, out of order, twice, too early or never: when they join, in which order,
// and that a store played again agrees.

import { join } from "node:path"
import { seededRandom } from "@armistice/core"
import { DatabaseSync } from "@photostructure/sqlite"
import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { publicEntry } from "../ledger/ledger-entry.ts"
import { verifyPublic, verifyStore } from "../ledger/verify-ledger.ts"
import { loadExperiment } from "../live/load-experiment.ts"
import type { Service } from "../service.ts"
import type { StoredExperiment } from "../store/rows.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { anyServer, anyService, type StoreKind, storeKinds, verified } from "../testing/any-server.ts"
import { repeatableRandom } from "../testing/repeatable-random.ts"
import { demo, TestClock, temporaryFolder, testService } from "../testing/test-service.ts"

const two = { ...demo, arms: ["a", "b"], rewardWindowSeconds: 100 } as const

interface Person {
  readonly at: number
  /** Seconds until the answer comes, and until the metric does; null: never. */
  readonly delay: number | null
  readonly metricDelay: number | null
  readonly value: number
}

/** One decision a second, with the same people whatever the store. */
function people(count: number, silent: number): Person[] {
  const chance = seededRandom("late answers")
  const drawDelay = () => (chance.uniform() < silent ? null : Math.floor(90 * chance.uniform() ** 3))
  return Array.from({ length: count }, (_, at) => ({
    at,
    delay: drawDelay(),
    metricDelay: drawDelay(),
    value: chance.uniform() < 0.5 ? 1 : 0,
  }))
}

interface Played {
  readonly service: Service
  readonly clock: TestClock
  readonly id: string
}

/** Answers come in their own order, the sweep now and then; `onSecond` may do something more. */
async function playOut(
  { service, clock, id }: Played,
  list: readonly Person[],
  hasMetric: boolean,
  onSecond: (second: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let second = 0; second < list.length + 120; second++) {
    const person = list[second]
    if (person !== undefined) await service.decide(id, { decisionId: `d${second}` }, "k")
    for (const { at, delay, value } of list)
      if (delay !== null && at + delay === second) await service.reward(id, `d${at}`, value, "k")
    if (hasMetric)
      for (const { at, metricDelay, value } of list)
        if (metricDelay !== null && metricDelay < 40 && at + metricDelay === second)
          await service.reward(id, `d${at}`, { metrics: { harm: value } }, "k")
    if (second % 7 === 0) await service.closeWindows()
    await onSecond(second)
    clock.forward(1)
  }
  await service.closeWindows()
}

const readJoins = async (store: Store, id: string) =>
  (await store.rowsAfter("observations", id, 0, 1e6)).map(({ decision, source }) => [decision, source] as const)

const metric = { name: "harm", eta: 2, windowSeconds: 40 }

const settings: readonly (readonly [string, Partial<ExperimentRequest>])[] = [
  ["on arrival", {}],
  ["held until ripe, with a metric", { ripeSeconds: 20, metrics: [metric] }],
  ["held to the end of the window, constants too", { ripeSeconds: 100 }],
  ["silence ignored", { missing: "ignore" }],
  ["an algorithm that does not weigh silence", { algorithm: { name: "gdp-ts" } }],
  ["private arrivals, with a metric", { arrivals: "private", tickSeconds: 5, metrics: [metric] }],
]

describe.each(settings)("%s", (_name, more) => {
  const list = people(150, 0.2)

  test("a journal played again gives the state that was served, at any moment, and verifies", async () => {
    const { service, store, clock } = await testService({ snapshotEvery: 50 })
    const { live } = await service.createExperiment({ ...two, ...more })
    const { id } = live.experiment
    await playOut({ service, clock, id }, list, more.metrics !== undefined, async (second) => {
      if (second % 20 !== 0) return
      const again = loadExperiment(store, store.experiment(id) as StoredExperiment)
      expect(again.snapshot().state).toBe(live.snapshot().state)
      expect(again.journal).toBe(live.journal)
      // A loaded copy continues the sweep from its snapshot, and counts as if nothing
      // had been in between.
      expect(again.swept).toBeLessThanOrEqual(live.swept)
    })
    expect(await verifyStore(store)).toMatchObject([{ problem: null }])
    const { state, settled } = live.segment("")
    expect(settled).toEqual(state.decided)
    expect(live.swept).toBeGreaterThan(0)
    expect(store.ledger(id, 0, 1000).length).toBeGreaterThan(2)
  })

  test("both stores let the same decisions join in the same order", async () => {
    const few = people(60, 0.2)
    const joins: unknown[] = []
    for (const kind of storeKinds) {
      const { service, store, clock } = await anyService(kind)
      const { id } = (await service.createExperiment({ ...two, ...more })).live.experiment
      await playOut({ service, clock, id }, few, more.metrics !== undefined)
      const metrics = await store.rowsAfter("metricObservations", id, 0, 1e6)
      joins.push([await readJoins(store, id), metrics.map(({ decision, source }) => [decision, source])])
      const { counts, passed } = await service.live(id)
      joins[joins.length - 1] = [joins.at(-1), JSON.stringify(counts).length > 0, passed]
      expect(await verified(kind, store)).toMatchObject([{ problem: null }])
    }
    expect(joins[1]).toEqual(joins[0])
  })
})

test("with ripeSeconds equal to the window all join at its end in the order of decisions, silence as the constant", async () => {
  const { service, store, clock } = await testService()
  const { live } = await service.createExperiment({ ...two, ripeSeconds: 100 })
  const { id } = live.experiment
  for (const name of ["d1", "d2", "d3"]) await service.decide(id, { decisionId: name }, "k")
  await service.reward(id, "d3", 1, "k")
  await service.reward(id, "d1", 0, "k")
  expect(await readJoins(store, id)).toEqual([])
  clock.forward(100)
  await service.closeWindows()
  expect(await readJoins(store, id)).toEqual([
    [1, "caller"],
    [2, "default"],
    [3, "caller"],
  ])
  expect(live.learning.joinsOnArrival).toBe(false)
  // Where silence is ignored there is no constant that could join.
  const ignored = (await service.createExperiment({ ...two, ripeSeconds: 100, missing: "ignore" })).live
  expect(ignored.learning.joinsOnArrival).toBe(true)
})

test("each release notes the arm's decisions by then, and how many of these had no answer", async () => {
  // With another seed an arm may have its last release without an outstanding decision.
  const { service, clock } = await testService({ random: repeatableRandom("notes at releases") })
  const { live } = await service.createExperiment({ ...two, privacy: { eta: 8 } })
  const { id } = live.experiment
  const { state, silent, atRelease } = live.segment("")
  const joined = () => (state as unknown as { count: number[] }).count
  let looks = 0
  for (let n = 0; n < 120; n++) {
    const { arm: name } = await service.decide(id, { decisionId: `d${n}` }, "k")
    const arm = live.armNumber(name)
    const before = joined()[arm]
    const silentBefore = silent[arm]
    // A third never answers, and windows end while others are open.
    if (n % 3 !== 0) await service.reward(id, `d${n}`, n % 2, "k")
    clock.forward(5)
    if (joined()[arm] !== before) {
      looks += 1
      expect(atRelease[arm]).toEqual({ decided: state.decided[arm], silent: silentBefore })
    }
    await service.closeWindows()
  }
  expect(looks).toBeGreaterThan(3)
  for (const [arm, { decided, silent: unanswered }] of atRelease.entries()) {
    expect(unanswered).toBeGreaterThan(0)
    expect(decided).toBeGreaterThan((joined()[arm] as number) + unanswered)
  }
})

test.each(storeKinds)(
  "on %s more decisions may be due than are read at once, also where none comes after them",
  async (kind) => {
    const { service, store, clock } = await anyService(kind)
    const count = 1100
    const decideAll = (id: string) =>
      Promise.all(Array.from({ length: count }, (_, n) => service.decide(id, { decisionId: `d${n}` }, "k")))
    const { id } = (await service.createExperiment({ ...two, metrics: [metric] })).live.experiment
    await decideAll(id)
    for (const seconds of [10, 30, 60]) {
      clock.forward(seconds)
      await service.closeWindows()
    }
    expect(await readJoins(store, id)).toHaveLength(count)
    expect(await store.rowsAfter("metricObservations", id, 0, 1e6)).toHaveLength(count)
    expect((await service.live(id)).counts.byAge("", 0).at(-1)?.decided).toBeGreaterThan(100)
    const hidden = (await service.createExperiment({ ...two, arrivals: "private", tickSeconds: 1 })).live.experiment.id
    await decideAll(hidden)
    clock.forward(101)
    // All of them join before the next decision.
    await service.decide(hidden, { decisionId: "next" }, "k")
    const last = await store.decision(hidden, "next")
    const joined = await store.rowsAfter("observations", hidden, 0, 1e6)
    expect(joined).toHaveLength(count)
    expect(last?.sequence).toBe(2 * count + 1)
  },
)

test("answers join when they come; a silent decision holds up no other, and expires at the end of the window", async () => {
  const { service, store, clock } = await testService()
  const { id } = (await service.createExperiment(two)).live.experiment
  for (const name of ["d1", "d2", "d3"]) await service.decide(id, { decisionId: name }, "k")
  await service.reward(id, "d3", 1, "k")
  await service.reward(id, "d1", 0, "k")
  expect(await readJoins(store, id)).toEqual([
    [3, "caller"],
    [1, "caller"],
  ])
  clock.forward(100)
  await service.closeWindows()
  expect((await readJoins(store, id)).at(-1)).toEqual([2, "silent"])
  await expect(service.reward(id, "d2", 1, "k")).rejects.toMatchObject({ code: "reward_window_over" })
})

test("held answers join in the order of decisions once these are ripe, and later ones at once", async () => {
  const { service, store, clock } = await testService()
  const { id } = (await service.createExperiment({ ...two, ripeSeconds: 10 })).live.experiment
  for (const name of ["d1", "d2", "d3", "d4"]) await service.decide(id, { decisionId: name }, "k")
  for (const name of ["d3", "d1"]) await service.reward(id, name, 1, "k")
  await service.closeWindows()
  expect(await readJoins(store, id)).toEqual([])
  clock.forward(10)
  // By the pointer, not by the clock: until the sweep has passed it, it is held.
  await service.reward(id, "d2", 1, "k")
  expect(await readJoins(store, id)).toEqual([])
  await service.closeWindows()
  expect((await readJoins(store, id)).map(([decision]) => decision)).toEqual([1, 2, 3])
  await service.reward(id, "d4", 1, "k")
  expect((await readJoins(store, id)).at(-1)).toEqual([4, "caller"])
})

test.each(storeKinds)(
  "on %s a second answer is refused after the first was released, whatever its value",
  async (kind) => {
    const { service, store } = await anyService(kind)
    const { id } = (await service.createExperiment({ ...two, privacy: { eta: 8 } })).live.experiment
    for (let round = 0; round < 40; round++) {
      await service.decide(id, { decisionId: `d${round}` }, "k")
      await service.reward(id, `d${round}`, 1, "k")
    }
    const before = await readJoins(store, id)
    expect((await store.ledger(id, 0, 100)).length).toBeGreaterThan(2)
    expect(await service.reward(id, "d0", 0, "k")).toEqual({ repeated: true })
    expect(await readJoins(store, id)).toEqual(before)
  },
)

test("`ledger verify` finds a decision that joined twice, though every hash fits", async () => {
  const { service, store, path } = await testService()
  const { live } = await service.createExperiment({ ...two, missing: "ignore", algorithm: { name: "uniform" } })
  const { id } = live.experiment
  for (const name of ["d1", "d2"]) await service.decide(id, { decisionId: name }, "k")
  await service.reward(id, "d1", 1, "k")
  await service.close()
  store.close()
  const file = new DatabaseSync(path)
  file.exec(`DELETE FROM snapshots; DROP INDEX observations_by_decision;
    INSERT INTO observations VALUES ('${id}', 4, 1, 7, 'caller', NULL)`)
  file.close()
  const forged = openSqliteStore(path, { readOnly: true })
  const [verdict] = await verifyStore(forged)
  expect(verdict?.problem).toMatch(/decision 1 has a second reward/)
  forged.close()
})

test("a copy drops what is held back and refuses answers of decisions older than itself; the original continues", async () => {
  const folder = temporaryFolder()
  const clock = new TestClock()
  const original = await testService({ path: join(folder, "a.db"), clockFrom: clock })
  const { id } = (await original.service.createExperiment({ ...two, ripeSeconds: 10 })).live.experiment
  for (const name of ["d1", "d2"]) await original.service.decide(id, { decisionId: name }, "k")
  await original.service.reward(id, "d1", 1, "k")
  backupStore(join(folder, "a.db"), join(folder, "b.db"))
  const copy = await testService({ path: join(folder, "b.db"), clockFrom: clock })
  expect(copy.service.restored).toBe(1)
  await copy.service.decide(id, { decisionId: "d3" }, "k")
  // The window is open, so the caller must learn the reason.
  await expect(copy.service.reward(id, "d2", 1, "k")).rejects.toMatchObject({
    code: "reward_window_over",
    message: expect.stringContaining("restored after this decision"),
  })
  await copy.service.reward(id, "d3", 1, "k")
  await original.service.reward(id, "d2", 1, "k")
  clock.forward(10)
  for (const { service } of [original, copy]) await service.closeWindows()
  expect((await readJoins(original.store, id)).map(([decision]) => decision)).toEqual([1, 2])
  // The discard is the copy's third entry.
  expect((await readJoins(copy.store, id)).map(([decision]) => decision)).toEqual([4])
  clock.forward(200)
  for (const { service, store } of [original, copy]) {
    await service.closeWindows()
    expect(await verifyStore(store)).toMatchObject([{ problem: null }])
  }
  expect(await readJoins(copy.store, id)).toHaveLength(1)
})

test("metrics join in the order of decisions at the end of their own window, whatever rewards released before", async () => {
  const { service, store, clock } = await testService()
  const metrics = [metric]
  const { id } = (await service.createExperiment({ ...two, privacy: { eta: 8 }, metrics })).live.experiment
  const joined = () => store.rowsAfter("metricObservations", id, 0, 100).map(({ decision }) => decision)
  for (let n = 0; n < 12; n++) {
    await service.decide(id, { decisionId: `d${n}` }, "k")
    clock.forward(1)
  }
  const sequences = store.rowsAfter("decisions", id, 0, 100).map(({ sequence }) => sequence)
  // Odd ones at once, with their rewards, which release; even ones later. On arrival the odd ones
  // would come first.
  for (let n = 1; n < 12; n += 2) await service.reward(id, `d${n}`, { value: 1, metrics: { harm: 1 } }, "k")
  expect(store.ledger(id, 0, 10).length).toBeGreaterThan(0)
  for (let n = 0; n < 12; n += 2) await service.reward(id, `d${n}`, { metrics: { harm: 0 } }, "k")
  await service.closeWindows()
  expect(joined()).toEqual([])
  clock.forward(30)
  await service.closeWindows()
  expect(joined()).toEqual(sequences.slice(0, 3))
  clock.forward(30)
  await service.closeWindows()
  expect(joined()).toEqual(sequences)
  await service.decide(id, { decisionId: "late" }, "k")
  clock.forward(40)
  await expect(service.reward(id, "late", { metrics: { harm: 1 } }, "k")).rejects.toMatchObject({
    code: "reward_window_over",
  })
  await service.reward(id, "late", 1, "k")
})

describe.each(storeKinds)("on %s", (kind: StoreKind) => {
  test("ripeSeconds is raised with an entry in the ledger that verifies, and never lowered", async () => {
    const { service, store, call, create, clock } = await anyServer(kind)
    const id = await create({ ...two, privacy: { eta: 8 } })
    const base = `/v1/experiments/${id}`
    const raise = (ripeSeconds: number) => call("POST", `${base}/ripe`, { ripeSeconds })
    for (let n = 0; n < 20; n++) {
      await service.decide(id, { decisionId: `d${n}` }, "local")
      await service.reward(id, `d${n}`, 1, "local")
    }
    const raised = await raise(20)
    expect([raised.status, raised.body.ripeSeconds]).toEqual([200, 20])
    expect((await raise(20)).status).toBe(200)
    expect((await raise(10)).body).toMatchObject({ status: 422, code: "invalid_parameter" })
    expect((await raise(101)).body).toMatchObject({ status: 422, code: "invalid_parameter" })
    // At the window's end silence would join too, and it did not so far.
    const atEnd = (await raise(100)).body
    expect(atEnd).toMatchObject({ status: 422, code: "invalid_parameter" })
    expect(JSON.stringify(atEnd)).toContain("must be less than the window")
    expect((await call("GET", base)).body.ripeSeconds).toBe(20)
    expect((await call("GET", "/v1/experiments")).body.experiments).toMatchObject([{ id, ripeSeconds: 20 }])
    const table = (await call("GET", `${base}/export?record=ledger&format=csv`)).text.trimEnd().split("\r\n")
    const column = table[0]?.split(",").indexOf("ripeSeconds") as number
    expect(table.map((line) => line.split(",")[column]).filter((field) => field !== "")).toEqual(["ripeSeconds", "20"])
    await service.decide(id, { decisionId: "held" }, "local")
    const before = (await readJoins(store, id)).length
    await service.reward(id, "held", 1, "local")
    expect(await readJoins(store, id)).toHaveLength(before)
    clock.forward(20)
    await service.closeWindows()
    expect(await readJoins(store, id)).toHaveLength(before + 1)
    for (let n = 20; n < 60; n++) {
      await service.decide(id, { decisionId: `d${n}` }, "local")
      await service.reward(id, `d${n}`, 1, "local")
    }
    clock.forward(100)
    await service.closeWindows()
    const entries = await store.ledger(id, 0, 100)
    const told = entries.filter(({ mechanism }) => mechanism === "ripe")
    expect(told).toMatchObject([{ ripeSeconds: 20, eta: 0, count: 0 }])
    expect(entries.at(-1)?.mechanism).not.toBe("ripe")
    expect(await verified(kind, store)).toMatchObject([{ problem: null, entries: entries.length }])
    const { activity } = (await call("GET", `/v1/activity`)).body
    expect(activity.map(({ action }: { action: string }) => action)).toContain("ripe")
    // One that lowers it is found by everyone.
    const { limit } = (await service.live(id)).experiment
    const forged = entries.map(publicEntry)
    expect(verifyPublic({ experiment: id, limit, ripeSeconds: 30, entries: forged }).problem).toMatch(
      /must raise the age/,
    )
  })

  test("answers must be declared; outcomes become public only if that is accepted", async () => {
    const { call } = await anyServer(kind)
    const ask = async (more: object) => {
      const { status, body } = await call("POST", "/v1/experiments", { ...two, ...more })
      return status === 201 ? body : { status, code: body.code }
    }
    const invalid = { status: 422, code: "invalid_parameter" }
    expect(await ask({ answers: undefined })).toEqual({ status: 422, code: "answers_required" })
    expect(await ask({})).toMatchObject({ answers: "all", arrivals: "public", missing: 0, ripeSeconds: 0 })
    expect(await ask({ answers: "successes" })).toMatchObject({ arrivals: "private", missing: 0, outcomes: "private" })
    const shown = { answers: "successes", arrivals: "public" }
    expect(await ask(shown)).toEqual({ status: 422, code: "public_outcomes" })
    const accepted = await ask({ ...shown, acceptPublicArrivals: true })
    expect(accepted).toMatchObject({ outcomes: "public" })
    expect((await call("GET", `/v1/experiments/${accepted.id}/privacy`)).body.outcomes).toBe("public")
    const statement = await call("GET", `/v1/experiments/${accepted.id}/statement?format=html`)
    expect(statement.text).toContain("Outcomes are public")
    expect((await call("GET", `/v1/experiments/${accepted.id}/statement`)).body).toMatchObject({
      eta: null,
      problem: null,
    })
    for (const more of [
      { answers: "successes", missing: 1 },
      { answers: "successes", missing: "ignore" },
      { arrivals: "private", missing: "ignore" },
      { arrivals: "private", ripeSeconds: 1 },
      { ripeSeconds: 101 },
      { missing: 2 },
      { metrics: [{ ...metric, windowSeconds: 101 }] },
    ])
      expect([more, await ask(more)]).toEqual([
        more,
        more.missing === 2 ? { status: 422, code: "reward_out_of_bounds" } : invalid,
      ])
    const outside = await call("POST", "/v1/experiments", { ...two, missing: 2 })
    expect(outside.body.detail).toMatch(/^missing must be between 0 and 1/)
    const hidden = await ask({ answers: "successes" })
    const raise = (ripeSeconds: number) => call("POST", `/v1/experiments/${hidden.id}/ripe`, { ripeSeconds })
    expect((await raise(1)).body).toMatchObject({ code: "invalid_parameter" })
    expect((await raise(0)).body).toMatchObject({ ripeSeconds: 0 })
    const copied = await call("POST", "/v1/experiments", { like: accepted.id, name: "again" })
    expect(copied.body).toMatchObject({ answers: "successes", arrivals: "public", outcomes: "public" })
  })
})

/** Everything public that can be read of an experiment. */
async function everythingShown(call: Awaited<ReturnType<typeof anyServer>>["call"], id: string): Promise<unknown> {
  const shown: unknown[] = []
  const paths = ["", "/privacy", "/results", "/results?format=csv", "/results/history", "/ledger", "/statement"]
  const others = ["/export", "/export?record=ledger", "/decisions/d0", "/decisions/d1"]
  for (const path of [...paths, ...others]) {
    const { status, text } = await call("GET", `/v1/experiments/${id}${path}`)
    // Ids, hashes and salted commitments are other in every world.
    shown.push([
      path,
      status,
      text.replaceAll(id, "exp").replaceAll(/"(hash|previous|first|head|commitment)":"[^"]*"/g, '"$1"'),
    ])
  }
  const list = await call("GET", "/v1/experiments")
  shown.push(
    list.text.replaceAll(id, "exp"),
    (await call("GET", "/metrics")).text
      .replaceAll(id, "exp")
      .replaceAll(/^.*(seconds|bytes|cpu|heap|gc|version|process|nodejs).*$/gm, ""),
  )
  return shown
}

test("successes only, default settings: every route shows the same, no matter who bought", async () => {
  const worlds: unknown[] = []
  for (const buys of [(n: number) => n % 6 === 0, (n: number) => n % 7 === 3]) {
    const { service, call, create } = await anyServer("SQLite")
    const id = await create({ ...demo, answers: "successes", privacy: { eta: 0.1 }, arms: ["a", "b"] })
    for (let n = 0; n < 200; n++) {
      // Arms are public: forced, so that both worlds have the same.
      await service.decide(id, { decisionId: `d${n}`, excludeArms: [n % 2 === 0 ? "a" : "b"] }, "local")
      if (buys(n)) await service.reward(id, `d${n}`, 1, "local")
    }
    worlds.push(await everythingShown(call, id))
  }
  expect(worlds[1]).toEqual(worlds[0])
})

test("private arrivals: who answered changes nothing, also once all is released and finished", async () => {
  const worlds: unknown[] = []
  // Answers are worth the constant, so that releases are the same; who gave them is not.
  for (const answers of [(n: number) => n % 3 === 0, (n: number) => n % 4 === 1]) {
    const { service, store, clock } = await testService({ random: repeatableRandom("worlds") })
    const { id } = (await service.createExperiment({ ...two, arrivals: "private", tickSeconds: 5, metrics: [metric] }))
      .live.experiment
    for (let n = 0; n < 120; n++) {
      await service.decide(id, { decisionId: `d${n}` }, "k")
      if (answers(n)) await service.reward(id, `d${n}`, { value: 0, metrics: { harm: 0 } }, "k")
      clock.forward(1)
    }
    await service.changeStatus(id, "finish")
    clock.forward(200)
    await service.closeWindows()
    const ledger = store.ledger(id, 0, 1000).map((entry) => {
      const { experiment: _e, hash: _h, previous: _p, commitment: _c, ...rest } = publicEntry(entry)
      return rest
    })
    const { state, given, settled } = service.live(id).segment("")
    const bodies = store.rowsAfter("results", id, 0, 1000).map(({ body }) => body)
    worlds.push({ ledger, state, given, settled, bodies, counts: JSON.stringify(service.live(id).counts) })
    expect(ledger.length).toBeGreaterThan(5)
  }
  expect(worlds[1]).toEqual(worlds[0])
})

test("an experiment whose answers are nearly all the largest is reported once; a constant of 0 does not hide it", async () => {
  const { service, store, call, create } = await anyServer("SQLite")
  const id = await create({ ...two, privacy: { eta: 10 } })
  for (let n = 0; n < 1500; n++) {
    await service.decide(id, { decisionId: `d${n}` }, "local")
    if (n % 2 === 0) await service.reward(id, `d${n}`, 1, "local")
  }
  const { body } = await call("GET", `/v1/experiments/${id}/results`)
  expect(body.segments[0].nearlyAllLargest).toBe(true)
  const events = (await store.rowsAfter("events", id, 0, 1e6)).filter(({ kind }) => kind === "nearly_all_largest")
  expect(events).toHaveLength(1)
})

test("results tell what is outstanding, and when first figures are to be expected", async () => {
  const { service, call, create, clock } = await anyServer("SQLite")
  const shown = async (id: string) => (await call("GET", `/v1/experiments/${id}/results`)).body.segments[0]
  const open = await create(two)
  for (let n = 0; n < 4; n++) await service.decide(open, { decisionId: `d${n}` }, "local")
  await service.reward(open, "d0", 1, "local")
  clock.forward(10)
  expect(await shown(open)).toMatchObject({
    outstanding: 3,
    firstFigures: { answers: expect.any(Number) },
    nearlyAllLargest: false,
  })
  expect(Date.parse((await shown(open)).firstFigures.at)).toBeGreaterThan(clock.now)
  clock.forward(100)
  await service.closeWindows()
  const after = await shown(open)
  expect(after.outstanding).toBe(0)
  expect(after.arms.map(({ unansweredShare }: { unansweredShare: number }) => unansweredShare).sort()).toEqual([0.5, 1])
  const hidden = await create({ ...two, arrivals: "private", tickSeconds: 1 })
  for (let n = 0; n < 60; n++) await service.decide(hidden, { decisionId: `d${n}` }, "local")
  const { outstanding, firstFigures, answeredShares, arms } = await shown(hidden)
  expect([outstanding, answeredShares, arms[0].rewards, arms[0].unansweredShare]).toEqual([60, null, null, null])
  expect(firstFigures).toEqual({ answers: null, at: new Date(clock.now + 100_000).toISOString() })
  clock.forward(101)
  await service.closeWindows()
  expect((await shown(hidden)).firstFigures).toBeNull()
})

test("40 experiments with 5 % silent: none sends most people to the worse option", async () => {
  const { service } = await testService({ random: repeatableRandom("silent") })
  const worseShare = async (experiment: number): Promise<number> => {
    const chance = seededRandom(`people ${experiment}`)
    const { id } = (await service.createExperiment({ ...demo, arms: ["a", "b"], horizon: 1000 })).live.experiment
    let worse = 0
    for (let n = 0; n < 1000; n++) {
      const { arm } = await service.decide(id, { decisionId: `d${n}` }, "k")
      if (arm === "a") worse += 1
      const value = chance.uniform() < (arm === "a" ? 0.4 : 0.6) ? 1 : 0
      if (chance.uniform() >= 0.05) await service.reward(id, `d${n}`, value, "k")
    }
    return worse / 1000
  }
  const shares = await Promise.all(Array.from({ length: 40 }, (_, experiment) => worseShare(experiment)))
  expect(shares.filter((share) => share > 0.5)).toEqual([])
})

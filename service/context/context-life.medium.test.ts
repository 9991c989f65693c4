// An experiment with context lives through all events, on both stores: arms come and go, people
// come back, a copy is served, the store moves. After every event the journal and the ledger
// verify, and a restart gives the state that was served.

import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { verifyFile } from "../ledger/verify-file.ts"
import { Service } from "../service.ts"
import { archiveExperiment } from "../store/postgres/archive-experiment.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { anyServer, anyService, storeKinds, verified } from "../testing/any-server.ts"
import { computeReward, createContext, forPeople, playPeople } from "../testing/context-people.ts"
import { clock as sharedClock, startRestorable } from "../testing/restorable.ts"
import { testDatabase } from "../testing/test-database.ts"
import { TestClock, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"

const created = async ({ service }: { readonly service: Service }, more: Partial<ExperimentRequest> = {}) =>
  (await service.createExperiment({ ...forPeople, ...more })).live.experiment.id

describe.each(storeKinds)("on %s", (kind) => {
  test("arms are stopped, resumed and added, and it is extended, with metrics, even shares and a population", async () => {
    const made = await anyServer(kind)
    const { service, store, clock, call } = made
    await call("PUT", "/v1/populations/people", { limit: 20 })
    const id = await created(made, {
      horizon: 150,
      maxArms: 3,
      evenShare: 0.4,
      metrics: [{ name: "clicks", eta: 2, windowSeconds: 30 }],
      rewardWindowSeconds: 60,
      subjectCap: 1,
      population: "people",
      acceptWeakPrivacy: true,
    })
    const metrics = (number: number) => ({ clicks: number % 2 })
    const delay = (number: number) => (number % 7 === 0 ? null : (number * 13) % 25)
    await playPeople({ service, clock, id, metrics }, 60, delay)
    await service.changeArms(id, { kind: "stop", arm: "b", reason: "looked at" })
    await playPeople({ service, clock, id, metrics, from: 60 }, 20, delay)
    const whileStopped = (await store.rowsAfter("decisions", id, 0, 1000)).slice(60)
    expect(new Set(whileStopped.map(({ arm }) => arm))).toEqual(new Set([0]))
    await service.changeArms(id, { kind: "resume", arm: "b", reason: "fixed" })
    await service.changeArms(id, { kind: "add", name: "c" })
    await playPeople({ service, clock, id, metrics, from: 80 }, 100, delay)
    expect(new Set((await store.rowsAfter("decisions", id, 0, 1000)).map(({ arm }) => arm))).toEqual(new Set([0, 1, 2]))
    expect((await store.rowsAfter("decisions", id, 0, 1000)).filter(({ pull }) => pull !== null)).toHaveLength(150)
    await service.extend(id, 200)
    await playPeople({ service, clock, id, metrics, from: 180 }, 20, delay)
    clock.forward(100)
    await service.closeWindows()
    const results = (await call("GET", `/v1/experiments/${id}/results`)).body
    expect(results.groups).toHaveLength(12)
    expect(results.groups[0].arms.map(({ arm }: { arm: string }) => arm)).toEqual(["a", "b", "c"])
    const { metrics: shown } = results.segments[0]
    expect(shown[0].arms[0].mean).not.toBeNull()
    expect(shown[0].differences.map(({ state }: { state: string }) => state)).toEqual(["unknown", "unknown"])
    const entries = await store.ledger(id, 0, 1e4)
    expect(entries.map(({ mechanism }) => mechanism)).toEqual(
      expect.arrayContaining(["stop", "resume", "add", "extend", "gaussian", "residual"]),
    )
    const { spent, guarantee } = (await call("GET", `/v1/experiments/${id}/privacy`)).body
    expect(spent).toBeLessThanOrEqual(guarantee.eta)
    expect((await call("GET", "/v1/populations/people")).body).toMatchObject({ name: "people" })
    expect((await call("GET", `/v1/experiments/${id}/statement?format=html`)).text).toMatch(
      /the attributes of a context/,
    )
    expect(await verified(kind, store)).toMatchObject([{ problem: null, entries: entries.length }])
  })

  test("a sticky person keeps the arm of the first context, and is learned from once", async () => {
    const made = await anyService(kind)
    const { service, store } = made
    const id = await created(made, { sticky: true })
    const decide = (context: object, decisionId: string) =>
      service.decide(id, { subject: "anna", context: context as never, decisionId }, "k")
    const { arm } = await decide({ device: "phone", age: 20 }, "first")
    for (const [place, context] of [
      { device: "desk", age: 20 },
      { device: "other", age: 99 },
    ].entries())
      expect((await decide(context, `later ${place}`)).arm).toBe(arm)
    await expect(service.decide(id, { subject: "anna", decisionId: "none" }, "k")).rejects.toMatchObject({
      code: "context_required",
    })
    const rows = await store.rowsAfter("decisions", id, 0, 10)
    expect(rows.map(({ pull }) => pull === null)).toEqual([false, true, true])
    await service.reward(id, "later 0", 1, "k")
    await service.rewardSubject(id, "anna", 1, "k")
    const observed = await store.rowsAfter("observations", id, 0, 10)
    expect(observed.map(({ decision, context }) => [decision, context])).toEqual([[1, "[0,0]"]])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("it finishes by itself once every group is clear, and people then get the best arm of people like them", async () => {
    const made = await anyService(kind)
    const { service, clock, store } = made
    const attributes = { device: { levels: ["phone", "other"] } }
    const id = await created(made, {
      stopWhen: "clear",
      evenShare: 0.5,
      privacy: { eta: 8 },
      context: { protection: "none", attributes },
    })
    for (let number = 0; number < 3000 && (await service.live(id)).status === "running"; number += 50) {
      const asked = Array.from({ length: 50 }, async (_, at) => {
        const device = at % 2 === 0 ? "phone" : "fridge"
        const { decisionId, arm } = await service.decide(id, { context: { device } }, "k")
        await service.reward(id, decisionId, computeReward(device, arm, 2 * number + at), "k")
      })
      await Promise.all(asked)
      clock.forward(1)
    }
    expect((await service.live(id)).status).toBe("finished")
    const phone = await service.decide(id, { context: { device: "phone" } }, "k")
    const other = await service.decide(id, { context: { device: "desk" } }, "k")
    expect([phone.arm, other.arm]).toEqual(["a", "b"])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("a restored copy drops what was open, and learns on with contexts of its own", async () => {
    const original = await startRestorable(kind)
    const id = await created(original, { rewardWindowSeconds: 60 })
    const delay = (number: number) => (number % 4 === 0 ? 30 : 0)
    await playPeople({ service: original.service, clock: sharedClock, id }, 40, delay)
    const copy = await (await original.backup())()
    const late = copy.service.reward(id, "d36", 1, "k")
    await expect(late).rejects.toMatchObject({ code: "reward_window_over" })
    await playPeople({ service: copy.service, clock: sharedClock, id, from: 40 }, 40, delay)
    const again = await copy.restart()
    expect(await again.problems()).toEqual([null])
    const { arm } = await again.service.decide(id, { context: createContext(1) }, "k")
    expect(["a", "b"]).toContain(arm)
  })

  test("people who differ in how they answer are not taken for arms that do", async () => {
    const made = await anyServer(kind)
    const { service, clock, call } = made
    const context = { protection: "none", attributes: { device: { levels: ["phone", "other"] } } } as const
    const id = await created(made, { rewardWindowSeconds: 60, missing: "ignore", privacy: { eta: 8 }, context })
    for (let round = 0; round < 20; round++) {
      const asked = Array.from({ length: 40 }, async (_, at) => {
        const device = at % 2 === 0 ? "phone" : "other"
        const { decisionId, arm } = await service.decide(id, { context: { device } }, "k")
        // Everyone with a phone answers, and one in five others does.
        if (device === "phone" || at % 5 === 0)
          await service.reward(id, decisionId, Number((device === "phone") === (arm === "a")), "k")
      })
      await Promise.all(asked)
    }
    clock.forward(100)
    await service.closeWindows()
    const [shown] = (await call("GET", `/v1/experiments/${id}/results`)).body.segments
    const shares = shown.answeredShares.map(({ ages }: { ages: { share: number }[] }) => ages.at(-1)?.share)
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.3)
    expect(shown.sharesDiffer).toBeNull()
    expect(shown.integrity).toEqual([])
  })

  test("hostile contexts are refused before anything changes", async () => {
    const made = await anyServer(kind)
    const { call, store } = made
    const id = await created(made)
    const url = `/v1/experiments/${id}/decisions`
    const fine = { device: "phone", age: 20 }
    const hostile: [unknown, number, string][] = [
      [null, 400, "invalid_request"],
      [[], 400, "invalid_request"],
      ["phone", 400, "invalid_request"],
      [{ ...fine, age: "20" }, 422, "invalid_parameter"],
      [{ ...fine, age: null }, 400, "invalid_request"],
      [{ ...fine, age: [20] }, 400, "invalid_request"],
      [{ ...fine, device: true }, 400, "invalid_request"],
      [{ ...fine, device: { toString: "phone" } }, 400, "invalid_request"],
      [{ ...fine, device: "x".repeat(1001) }, 400, "invalid_request"],
      [{ ...fine, city: "x" }, 422, "unknown_attribute"],
      [{ ...fine, constructor: "x" }, 422, "unknown_attribute"],
      [{ Device: "phone", age: 20 }, 422, "unknown_attribute"],
      // Cyrillic letters that look alike.
      [{ "\u0501evice": "phone", age: 20 }, 422, "unknown_attribute"],
      [{}, 422, "missing_attribute"],
      [Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`a${at}`, 1])), 400, "invalid_request"],
    ]
    for (const [context, status, code] of hostile) {
      const answer = await call("POST", url, { context })
      expect([context, answer.status, answer.body.code]).toEqual([context, status, code])
    }
    const raw = (text: string) =>
      made.app.inject({ method: "POST", url, payload: text, headers: { "content-type": "application/json" } })
    const proto = await raw('{"context":{"device":"phone","age":20,"__proto__":{"age":1}}}')
    expect([400, 422]).toContain(proto.statusCode)
    expect((await raw('{"context":{"device":"phone","age":NaN}}')).statusCode).toBe(400)
    expect((await raw('{"context":{"device":"phone","age":1e999}}')).statusCode).toBeGreaterThanOrEqual(400)
    const long = await raw(JSON.stringify({ context: { ...fine, device: "x".repeat(1e6) } }))
    expect([400, 413]).toContain(long.statusCode)
    expect(await store.rowsAfter("decisions", id, 0, 10)).toEqual([])
    // A value without a level of its own is other, whatever it is; and rewards take no context.
    for (const device of ["__proto__", "constructor", "рhone", "ph\u200bone", "PHONE"])
      expect((await call("POST", url, { context: { device, age: 1e15 } })).status).toBe(201)
    const rows = await store.rowsAfter("decisions", id, 0, 10)
    expect(new Set(rows.map(({ context }) => context))).toEqual(new Set(["[2,3]"]))
    const reward = await call("PUT", `${url}/${rows[0]?.id}/reward`, { value: 1, context: fine })
    expect([reward.status, reward.body?.code]).toEqual([400, "invalid_request"])
    const batch = await call("POST", `${url}:batch`, {
      decisions: [{ context: fine }, { context: { ...fine, age: "20" } }, { context: "x" }],
    })
    expect(batch.status).toBe(400)
    expect(await store.rowsAfter("decisions", id, 0, 10)).toHaveLength(5)
  })

  test("declarations that cannot be are refused, and nothing is created", async () => {
    const made = await anyServer(kind)
    const readCode = async (more: object) => {
      const { status, body } = await made.call("POST", "/v1/experiments", { ...forPeople, ...more })
      return `${status} ${body.code}`
    }
    const { context } = forPeople
    const levels = (count: number) => Array.from({ length: count }, (_, at) => `l${at}`)
    const declare = (attributes: object) => readCode({ context: { ...context, attributes } })
    expect(await readCode({ context: { attributes: context.attributes } })).toBe("400 invalid_request")
    expect(await readCode({ context: { ...context, protection: "all" } })).toBe("400 invalid_request")
    expect(await readCode({ segments: ["n", "s"] })).toBe("422 invalid_parameter")
    expect(await readCode({ onWorse: "stop_arm" })).toBe("422 invalid_parameter")
    expect(await readCode({ onHarm: "stop_arm" })).toBe("422 invalid_parameter")
    expect(await readCode({ algorithm: { name: "gdp-imed" } })).toBe("422 invalid_parameter")
    expect(await readCode({ context: undefined, algorithm: { name: "gdp-context", eta: 1 } })).toBe(
      "422 invalid_parameter",
    )
    expect(await readCode({ privacy: { epsilon: 1 } })).toBe("422 invalid_parameter")
    expect(await declare({})).toBe("400 invalid_request")
    expect(await declare({ a: { levels: ["x", "x"] } })).toBe("422 invalid_parameter")
    expect(await declare({ a: { range: [1, 1] } })).toBe("422 invalid_parameter")
    expect(await declare({ a: { range: [0, 1], bands: 1 } })).toBe("400 invalid_request")
    // 51 features in two attributes, and 20,000 numbers in 8 arms at 50 features.
    expect(await declare({ a: { levels: levels(26) }, b: { levels: levels(25) } })).toBe("422 invalid_parameter")
    const wide = { ...context, attributes: { a: { levels: levels(50) } } }
    expect(await readCode({ context: wide, arms: levels(8) })).toBe("422 invalid_parameter")
    expect(await readCode({ context: wide, maxArms: 8 })).toBe("422 invalid_parameter")
    expect((await made.call("GET", "/v1/experiments")).body.experiments).toEqual([])
    expect(await readCode({ context: wide, arms: levels(7) })).toMatch(/^201/)
  })
})

test("a store moves from SQLite to Postgres and back with contexts and a packed state, and an archive verifies", async () => {
  const { service, path, clock } = await testService({ snapshotEvery: 20 })
  const id = await created({ service })
  await playPeople({ service, clock, id }, 200)
  const [before] = await verifyFile(path)
  const state = service.live(id).snapshot()
  await service.close()
  const url = await testDatabase()
  expect((await transferStore(path, url)).map(({ problem, entries, head }) => ({ problem, entries, head }))).toEqual([
    { problem: null, entries: before?.entries, head: before?.head },
  ])
  const there = new TestClock()
  there.now = clock.now
  const replica = await Service.start({
    store: await openPostgresStore(url),
    subjectKey: testSubjectKey,
    clock: there.read,
  })
  expect((await replica.live(id)).snapshot()).toEqual(state)
  await playPeople({ service: replica, clock: there, id, from: 200 }, 50)
  const later = (await replica.live(id)).snapshot()
  await replica.close()
  const back = join(temporaryFolder(), "back.db")
  expect((await transferStore(url, back)).map(({ problem }) => problem)).toEqual([null])
  const returned = await testService({ path: back, clockFrom: there })
  expect(returned.service.live(id).snapshot()).toEqual(later)
  await playPeople({ service: returned.service, clock: there, id, from: 250 }, 20)
  await returned.service.changeStatus(id, "archive")
  await returned.service.close()
  const last = await testDatabase()
  await transferStore(back, last)
  expect((await archiveExperiment(last, id, join(temporaryFolder(), "archive.db"))).problem).toBeNull()
})

// People who only look are assigned an arm, and nothing else happens: no decision, no count, no
// reservation. Their decision begins at an exposure, with the arm that they were assigned.

import { describe, expect, test } from "vitest"
import { anyServer, type StoreKind, storeKinds, verified } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

const flags = "/ofrep/v1/evaluate/flags"
const bulk = { ...demo, name: "flag", sticky: true, bulk: true, rewardWindowSeconds: 600, missing: "ignore" }

type Server = Awaited<ReturnType<typeof anyServer>>

/** The arm of someone who looks. */
const look = async ({ call }: Server, subject: string): Promise<string> =>
  (await call("POST", flags, { context: { targetingKey: subject } })).body.flags[0].variant

const expose = async ({ call }: Server, id: string, subject: string, more: object = {}) =>
  call("POST", `/v1/experiments/${id}/exposures`, { subject, ...more })

/** Decisions so far, learned from and not. */
async function readDecisions({ store }: Server, id: string) {
  const rows = await store.rowsAfter("decisions", id, 0, 10_000)
  return { learned: rows.filter(({ pull }) => pull !== null).length, all: rows.length, rows }
}

describe.each(storeKinds)("%s", (kind) => {
  test("looking counts nothing: no decision, no journal, no reservation, no ledger", async () => {
    const server = await anyServer(kind)
    await server.call("PUT", "/v1/populations/people", { limit: 3 })
    const id = await server.create({ ...bulk, population: "people" })
    const before = await server.call("GET", `/v1/experiments/${id}`)
    for (let person = 0; person < 20; person++) await look(server, `person ${person}`)
    expect(await readDecisions(server, id)).toMatchObject({ all: 0 })
    expect(await server.store.populations.countPeople("people", 0)).toEqual({ people: 0, atLimit: 0 })
    expect((await server.call("GET", `/v1/experiments/${id}`)).body).toEqual(before.body)
    expect((await server.call("GET", "/metrics")).text).toContain("armistice_decisions_total 0\n")
  })

  test("an exposure begins the decision with the assigned arm, once, and it counts from then on", async () => {
    const server = await anyServer(kind)
    await server.call("PUT", "/v1/populations/people", { limit: 3 })
    const id = await server.create({ ...bulk, population: "people" })
    const arms = new Map<string, string>()
    for (let person = 0; person < 12; person++) arms.set(`person ${person}`, await look(server, `person ${person}`))
    for (const [subject, arm] of arms) {
      expect(await expose(server, id, subject)).toMatchObject({ status: 201, body: { arm, status: "running" } })
      expect(await expose(server, id, subject)).toMatchObject({ status: 200, body: { decisionId: null, arm: null } })
      expect(await look(server, subject)).toBe(arm)
    }
    expect(await readDecisions(server, id)).toMatchObject({ learned: 12, all: 12 })
    expect((await server.store.populations.countPeople("people", 0)).people).toBe(12)
    await server.call("POST", `/v1/experiments/${id}/rewards`, { subject: "person 3", value: 1 })
    expect((await server.store.rowsAfter("rewards", id, 0, 10)).length).toBe(1)
    expect(await verified(kind, server.store)).toMatchObject([{ problem: null }])
  })

  test("a decision begins it too, with the same arm, and repeating its id gives the arm again", async () => {
    const server = await anyServer(kind)
    const id = await server.create(bulk)
    const arm = await look(server, "ann")
    const others = demo.arms.filter((one) => one !== arm)
    const wanted = { subject: "ann", decisionId: "first", excludeArms: [others[0]] }
    for (const status of [201, 200])
      expect(await server.call("POST", `/v1/experiments/${id}/decisions`, wanted)).toMatchObject({
        status,
        body: { arm },
      })
    expect(await expose(server, id, "ann")).toMatchObject({ status: 200, body: { decisionId: null } })
    expect(await verified(kind, server.store)).toMatchObject([{ problem: null }])
  })

  test("a journal with exposures, decisions, releases and stops between them is replayed and verified", async () => {
    const server = await anyServer(kind, { snapshotEvery: 7 })
    const { clock } = server
    const id = await server.create({ ...bulk, evenShare: 0.2, metrics: [{ name: "clicks", eta: 1 }] })
    for (let person = 0; person < (kind === "SQLite" ? 120 : 60); person++) {
      await look(server, `looks ${person}`)
      if (person % 3 > 0) await expose(server, id, `looks ${person}`)
      if (person % 5 === 0)
        await server.call("POST", `/v1/experiments/${id}/decisions`, { subject: `decides ${person}` })
      const outcome = { value: person % 2, metrics: { clicks: person % 2 } }
      if (person % 2 > 0)
        await server.call("POST", `/v1/experiments/${id}/rewards`, { subject: `looks ${person - 1}`, ...outcome })
      if (person === 40) await server.call("POST", `/v1/experiments/${id}/arms/b/stop`, { reason: "a test" })
      clock.forward(1)
    }
    clock.forward(700)
    await server.service.closeWindows()
    expect((await server.call("GET", `/v1/experiments/${id}/ledger`)).body.entries.length).toBeGreaterThan(1)
    expect(await verified(kind, server.store)).toMatchObject([{ problem: null }])
  })

  test("a person whose arm is stopped before they saw it gets another, and an exposure of the stopped one is not counted", async () => {
    const server = await anyServer(kind)
    const id = await server.create(bulk)
    const arm = await look(server, "ann")
    await server.call("POST", `/v1/experiments/${id}/arms/${arm}/stop`, { reason: "a test" })
    expect(await expose(server, id, "ann", { arm })).toMatchObject({ status: 200, body: { decisionId: null } })
    const other = await look(server, "ann")
    expect(other).not.toBe(arm)
    expect(await expose(server, id, "ann", { arm })).toMatchObject({ status: 409, body: { code: "exposure_conflict" } })
    expect(await expose(server, id, "ann", { arm: other })).toMatchObject({ status: 201, body: { arm: other } })
    expect(await readDecisions(server, id)).toMatchObject({ all: 1 })
  })

  test("a late exposure: after a pause it counts, after the end they keep the arm and nothing is learned", async () => {
    const server = await anyServer(kind)
    const id = await server.create(bulk)
    const [ann, bea] = [await look(server, "ann"), await look(server, "bea")]
    await server.call("POST", `/v1/experiments/${id}/pause`)
    expect(await expose(server, id, "ann")).toMatchObject({ status: 200, body: { decisionId: null, status: "paused" } })
    await server.call("POST", `/v1/experiments/${id}/resume`)
    expect(await expose(server, id, "ann")).toMatchObject({ status: 201, body: { arm: ann } })
    await server.call("POST", `/v1/experiments/${id}/finish`)
    expect(await expose(server, id, "bea")).toMatchObject({ status: 201, body: { arm: bea, status: "finished" } })
    expect(await look(server, "bea")).toBe(bea)
    expect(await readDecisions(server, id)).toMatchObject({ learned: 1, all: 2 })
    expect(await expose(server, id, "who never looked")).toMatchObject({ status: 200, body: { decisionId: null } })
    await server.call("POST", `/v1/experiments/${id}/archive`)
    expect((await expose(server, id, "bea")).status).toBe(410)
    expect(await verified(kind, server.store)).toMatchObject([{ problem: null }])
  })

  test("with private arrivals an arm is assigned after all windows that are over, as a decision is made", async () => {
    const server = await anyServer(kind)
    const { missing: _missing, ...rest } = bulk
    const id = await server.create({ ...rest, arms: ["a", "b"], arrivals: "private", rewardWindowSeconds: 60 })
    for (let person = 0; person < 40; person++) {
      const { body } = await server.call("POST", `/v1/experiments/${id}/decisions`, { subject: `other ${person}` })
      const value = body.arm === "a" ? 1 : 0
      await server.call("POST", `/v1/experiments/${id}/rewards`, { decisionId: body.decisionId, value })
    }
    const joined = async () => (await server.store.rowsAfter("observations", id, 0, 100)).length
    await look(server, "early")
    expect(await joined()).toBe(0)
    // Nothing but a look notices that windows are over.
    server.clock.forward(61)
    await look(server, "late")
    expect(await joined()).toBe(40)
    expect(await verified(kind, server.store)).toMatchObject([{ problem: null }])
  })

  test("an assignment is kept for 30 days after the person was last evaluated", async () => {
    const server = await anyServer(kind)
    const id = await server.create(bulk)
    for (const who of ["returns", "stays away"]) await look(server, who)
    const arm = await look(server, "returns")
    for (let day = 0; day < 3; day++) {
      server.clock.forward(20 * 86_400)
      expect(await look(server, "returns")).toBe(arm)
    }
    expect(await expose(server, id, "returns")).toMatchObject({ status: 201, body: { arm } })
    // An expired assignment is removed at some later time, and callers cannot see when.
    for (const who of ["stays away", "who never looked"])
      expect(await expose(server, id, who)).toMatchObject({ status: 404, body: { code: "unknown_assignment" } })
  })

  test("erasing and purging remove assignments, and an erased person is never learned from", async () => {
    const server = await anyServer(kind)
    const id = await server.create(bulk)
    for (const who of ["ann", "bea"]) await look(server, who)
    await server.call("POST", `/v1/experiments/${id}/subjects:erase`, { subject: "ann" })
    const assigned = async () =>
      (await server.store.rowsAfter("subjects", id, "", 10)).filter((row) => row.assigned !== null).length
    expect(await assigned()).toBe(1)
    await look(server, "ann")
    expect(await expose(server, id, "ann")).toMatchObject({ status: 200, body: { decisionId: null } })
    await server.call("POST", `/v1/experiments/${id}/finish`)
    server.clock.forward(10_000)
    await server.service.closeWindows()
    expect((await server.call("POST", `/v1/experiments/${id}/purge`)).status).toBe(200)
    expect(await server.store.rowsAfter("subjects", id, "", 10)).toEqual([])
  })

  test("many who look at once get one arm each, and two requests of one person the same", async () => {
    const server = await anyServer(kind)
    await server.create(bulk)
    const arms = await Promise.all(Array.from({ length: 60 }, (_, index) => look(server, `person ${index % 20}`)))
    for (const [index, arm] of arms.entries()) expect(arm).toBe(arms[index % 20])
    expect(new Set(arms).size).toBeGreaterThan(1)
  })
})

test("a reward of someone who was not exposed joins nothing, and is answered like any other", async () => {
  const server = await anyServer("SQLite")
  const id = await server.create(bulk)
  await look(server, "ann")
  expect((await server.call("POST", `/v1/experiments/${id}/rewards`, { subject: "ann", value: 1 })).status).toBe(204)
  await expose(server, id, "ann")
  expect(await server.store.rowsAfter("rewards", id, 0, 10)).toEqual([])
  expect(await readDecisions(server, id)).toMatchObject({ learned: 1 })
})

test.each([
  ["not sticky", { sticky: false }, "bulk needs sticky: true"],
  ["with an algorithm that draws noise to choose", { algorithm: { name: "dp-ts-ucb", alpha: 1 } }, "released sums"],
  ["with an algorithm without a guarantee", { algorithm: { name: "ucb1" }, acceptWeakPrivacy: true }, "released sums"],
])("bulk is refused %s", async (_what, more, message) => {
  const { call } = await anyServer("SQLite")
  const { privacy, ...rest } = bulk
  const body = "algorithm" in more ? { ...rest, ...more } : { ...rest, privacy, ...more }
  const answer = await call("POST", "/v1/experiments", body)
  expect(answer).toMatchObject({ status: 422, body: { code: "invalid_parameter" } })
  expect(answer.body.detail).toContain(message)
})

test("exposures and assignments are refused where an experiment has no bulk", async () => {
  const { call, create } = await anyServer("SQLite")
  const id = await create()
  for (const path of ["exposures", "assignments"])
    expect(await call("POST", `/v1/experiments/${id}/${path}`, { subject: "ann" })).toMatchObject({
      status: 422,
      body: { code: "bulk_required" },
    })
})

/**
 * The arms of new people after `answers` of 60 others, in an experiment whose id follows from its
 * Idempotency-Key.
 */
async function armsAfter(kind: StoreKind, answerOf: (arm: string) => number, count: number): Promise<string[]> {
  const server = await anyServer(kind)
  const id = await server.create({ ...bulk, arms: ["a", "b"] }, { "idempotency-key": "same" })
  for (let person = 0; person < count; person++) {
    const { body } = await server.call("POST", `/v1/experiments/${id}/decisions`, { subject: `other ${person}` })
    await server.call("POST", `/v1/experiments/${id}/rewards`, {
      subject: `other ${person}`,
      value: answerOf(body.arm),
    })
  }
  return Promise.all(Array.from({ length: 100 }, (_, person) => look(server, `new ${person}`)))
}

test("assignments follow from releases: answers that are not released change none, released ones do", async () => {
  const [best, worst] = [(arm: string) => (arm === "a" ? 1 : 0), (arm: string) => (arm === "a" ? 0 : 1)]
  // A first batch has 8 answers, and each arm has 7 by then.
  expect(await armsAfter("SQLite", best, 14)).toEqual(await armsAfter("SQLite", worst, 14))
  // With enough of them the shares follow the better arm: this test would notice answers that come
  // through.
  const computeShareOfA = (arms: string[]) => arms.filter((arm) => arm === "a").length / arms.length
  expect(computeShareOfA(await armsAfter("SQLite", best, 200))).toBeGreaterThan(0.7)
  expect(computeShareOfA(await armsAfter("SQLite", worst, 200))).toBeLessThan(0.3)
})

test("at the start people are shared out evenly, independent of who takes part", async () => {
  const server = await anyServer("SQLite")
  await server.create({ ...bulk, arms: ["a", "b"], trafficShare: 0.5 })
  const people = 1200
  const answers = await Promise.all(
    Array.from({ length: people }, (_, person) =>
      server.call("POST", flags, { context: { targetingKey: `p ${person}` } }),
    ),
  )
  const inside = answers.map(({ body }) => body.flags[0]).filter(({ reason }) => reason === "SPLIT")
  const share = inside.filter(({ variant }) => variant === "a").length / inside.length
  expect(Math.abs(inside.length - people / 2)).toBeLessThan(5 * Math.sqrt(people / 4))
  // A draw by the hash that decides who takes part would give everyone inside the same arm.
  expect(Math.abs(share - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / inside.length))
})

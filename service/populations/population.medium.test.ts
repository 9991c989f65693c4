// A person in several experiments of a population: never above the limit, served alike beyond it.
// On both stores, through HTTP.

import { describe, expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import type { KeyRow } from "../store/rows.ts"
import type { Store } from "../store/store.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { hashPerson } from "./population.ts"

const capped = {
  name: "capped",
  arms: ["a", "b"],
  horizon: 1000,
  answers: "all" as const,
  privacy: { eta: 1 },
  subjectCap: 1,
  population: "p",
}

type Call = Awaited<ReturnType<typeof anyServer>>["call"]

async function newKey(store: Store, key: Parameters<typeof createKey>[1]) {
  const made: KeyRow[] = []
  const { token } = createKey({ putKey: (row: KeyRow) => made.push(row) } as never, key)
  for (const row of made) await store.putKey(row)
  return { authorization: `Bearer ${token}` }
}

/** One visit with its reward; says whether it was learned from. */
async function visit(call: Call, store: Store, id: string, subject: string, decisionId: string): Promise<boolean> {
  const made = await call("POST", `/v1/experiments/${id}/decisions`, { subject, decisionId })
  expect(made.status).toBe(201)
  expect(Object.keys(made.body).sort()).toEqual(describeShape)
  const { status } = await call("PUT", `/v1/experiments/${id}/decisions/${decisionId}/reward`, { value: 1 })
  expect(status).toBe(204)
  return (await store.decision(id, decisionId))?.pull !== null
}

const describeShape = ["arm", "decisionId", "status"]

describe.each(storeKinds)("on %s", (kind) => {
  test("a person is learned from until the root of the sum of squares is the limit, and then served alike", async () => {
    const { call, create, store } = await anyServer(kind)
    const made = await call("PUT", "/v1/populations/p", { limit: 2 })
    expect([made.status, made.body]).toEqual([
      200,
      {
        name: "p",
        limit: 2,
        subjectNormalisation: "none",
        experiments: [],
        people: 0,
        atLimit: 0,
        learning: "on",
        restores: 0,
        subjectEta: 2,
      },
    ])
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await create(capped))
    const learned: boolean[] = []
    for (const [index, id] of ids.entries()) learned.push(await visit(call, store, id, "anna", `d${index}`))
    expect(learned).toEqual([true, true, true, true, false])
    for (const id of ids) expect(await visit(call, store, id, "anna", "again")).toBe(false)
    expect(await visit(call, store, ids[4] as string, "bert", "d5")).toBe(true)
    expect(await visit(call, store, ids[4] as string, "anna", "d6")).toBe(false)
    const { body } = await call("GET", "/v1/populations/p")
    expect(body).toMatchObject({ limit: 2, people: 2, atLimit: 1 })
    expect(body.experiments).toEqual(ids.map((id) => ({ id, subjectEta: 1 })))
    expect((await call("GET", `/v1/experiments/${ids[0]}`)).body.population).toBe("p")
    const rows = await store.populations.reservationsAfter("p", "", 10)
    const bySize = rows.toSorted((one, other) => one.high - other.high)
    expect(bySize.map(({ high, low }) => [high, low])).toEqual([
      [1, 0],
      [4, 0],
    ])
    // Nobody in the rows of an experiment.
    const people = rows.map(({ person }) => person)
    for (const id of ids)
      expect((await store.rowsAfter("subjects", id, "")).filter(({ subject }) => people.includes(subject))).toEqual([])
  })

  test("a cap multiplies what is reserved, sticky counts one, and it is reserved once however often they come", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 3 })
    const twice = await create({ ...capped, subjectCap: 2 })
    const sticky = await create({ ...capped, subjectCap: undefined, sticky: true })
    expect(await visit(call, store, twice, "anna", "d1")).toBe(true)
    expect(await visit(call, store, twice, "anna", "d2")).toBe(true)
    expect(await visit(call, store, twice, "anna", "d3")).toBe(false)
    expect(await visit(call, store, sticky, "anna", "d4")).toBe(true)
    expect(await store.populations.reservationsAfter("p", "", 10)).toMatchObject([{ high: 5, low: 0 }])
    expect((await call("GET", "/v1/populations/p")).body.experiments).toEqual([
      { id: twice, subjectEta: 2 },
      { id: sticky, subjectEta: 1 },
    ])
  })

  test("metrics are part of what is reserved", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 1.2 })
    const metric = { name: "complaint", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0 }
    const id = await create({ ...capped, metrics: [metric] })
    expect(await visit(call, store, id, "anna", "d1")).toBe(true)
    const [row] = await store.populations.reservationsAfter("p", "", 10)
    expect(row?.high).toBeCloseTo(1.25, 12)
    expect(await visit(call, store, await create(capped), "anna", "d2")).toBe(false)
    const refused = await call("POST", "/v1/experiments", { ...capped, metrics: [{ ...metric, eta: 0.7 }] })
    expect([refused.status, refused.body.code]).toEqual([422, "population_limit"])
  })

  test("losses whose squares are no numbers of ours are rounded up: ten times √0.1 is above 1", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 1 })
    const eta = Math.sqrt(0.1)
    const learned: boolean[] = []
    for (let index = 0; index < 10; index++) {
      const id = await create({ ...capped, privacy: { eta } })
      learned.push(await visit(call, store, id, "anna", "d"))
    }
    // √0.1 as a number squares to a little more than a tenth.
    expect(learned).toEqual([...Array.from({ length: 9 }, () => true), false])
  })

  test("sticky subjects beyond the limit keep their arm and are never learned from", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 1 })
    const sticky = { ...capped, subjectCap: undefined, sticky: true }
    const [one, other] = [await create(sticky), await create(sticky)]
    expect(await visit(call, store, one, "anna", "d1")).toBe(true)
    const first = await call("POST", `/v1/experiments/${other}/decisions`, { subject: "anna", decisionId: "d1" })
    for (let turn = 2; turn < 6; turn++) {
      const next = await call("POST", `/v1/experiments/${other}/decisions`, { subject: "anna", decisionId: `d${turn}` })
      expect(next.body.arm).toBe(first.body.arm)
      expect((await store.decision(other, `d${turn}`))?.pull).toBeNull()
    }
    expect((await call("GET", `/v1/experiments/${other}`)).body.progress[0].round).toBe(0)
  })

  test("refuses what cannot keep to a limit, and a limit that rises over people", async () => {
    const { call, create } = await anyServer(kind)
    const refusal = async (body: object) => {
      const { status, body: problem } = await call("POST", "/v1/experiments", body)
      return [status, problem.code]
    }
    expect(await refusal(capped)).toEqual([404, "unknown_population"])
    expect((await call("GET", "/v1/populations/p")).body.code).toBe("unknown_population")
    for (const limit of [1, 5, 2]) expect((await call("PUT", "/v1/populations/p", { limit })).status).toBe(200)
    expect((await call("GET", "/v1/populations/p")).body).toMatchObject({ limit: 2, subjectEta: 2 })
    const tooMuch = await call("POST", "/v1/experiments", { ...capped, subjectCap: 3 })
    expect([tooMuch.status, tooMuch.body]).toMatchObject([422, { code: "population_limit", limit: 2, requested: 3 }])
    expect(await refusal({ ...capped, privacy: { eta: 2.0000000000000004 } })).toEqual([422, "population_limit"])
    expect(await refusal({ ...capped, subjectCap: undefined })).toEqual([422, "population_limit"])
    const imed = {
      ...capped,
      privacy: undefined,
      missing: "ignore" as const,
      algorithm: { name: "imed" },
      acceptWeakPrivacy: true,
    }
    expect(await refusal(imed)).toEqual([422, "population_limit"])
    const id = await create(capped)
    const raised = await call("PUT", "/v1/populations/p", { limit: 2.1 })
    expect([raised.status, raised.body.code, raised.body.limit]).toEqual([409, "population_in_use", 2])
    expect((await call("PUT", "/v1/populations/p", { limit: 2 })).status).toBe(200)
    const lowered = await call("PUT", "/v1/populations/p", { limit: 1 })
    expect(lowered.body).toMatchObject({ limit: 1, subjectEta: 2, experiments: [{ id, subjectEta: 1 }] })
    expect((await call("PUT", "/v1/populations/p", { limit: 2 })).body.code).toBe("population_in_use")
    for (const limit of [0, -1, "2", null, 1e7, 1e-7])
      expect((await call("PUT", "/v1/populations/p", { limit })).status).toBe(400)
    for (const name of ["a%20b", ".", "x".repeat(65), "%00"])
      expect((await call("PUT", `/v1/populations/${name}`, { limit: 1 })).status).toBeGreaterThanOrEqual(400)
    const without = await call("POST", `/v1/experiments/${id}/decisions`, {})
    expect([without.status, without.body.code]).toEqual([422, "subject_required"])
  })

  test("a person at the limit is learned from in experiments without one", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 1 })
    expect(await visit(call, store, await create(capped), "anna", "d1")).toBe(true)
    expect(await visit(call, store, await create(capped), "anna", "d2")).toBe(false)
    const { population: _population, ...outside } = capped
    expect(await visit(call, store, await create(outside), "anna", "d3")).toBe(true)
  })

  test("each change of a limit is among what was done, and one that changes nothing is not", async () => {
    const { call, create } = await anyServer(kind)
    const actions = async () => {
      const { body } = await call("GET", "/v1/activity")
      return body.activity.map(({ action }: { action: string }) => action).toReversed()
    }
    for (const limit of [2, 3, 3]) await call("PUT", "/v1/populations/p", { limit })
    expect(await actions()).toEqual(["put-population", "put-population"])
    await create(capped)
    for (const limit of [3, 4, 1, 1]) await call("PUT", "/v1/populations/p", { limit })
    expect((await actions()).filter((action: string) => action === "put-population")).toHaveLength(3)
  })

  test("a limit that falls counts from the next person on", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 2 })
    const ids = [await create(capped), await create(capped)]
    expect(await visit(call, store, ids[0] as string, "anna", "d1")).toBe(true)
    await call("PUT", "/v1/populations/p", { limit: 1 })
    expect(await visit(call, store, ids[1] as string, "anna", "d2")).toBe(false)
    expect(await visit(call, store, ids[1] as string, "bert", "d3")).toBe(true)
    expect((await call("GET", "/v1/populations/p")).body).toMatchObject({ people: 2, atLimit: 2 })
  })

  test("a request that is refused reserves nothing, and neither does one that is not learned from", async () => {
    const { call, create, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 2 })
    const id = await create(capped)
    const both = await call("POST", `/v1/experiments/${id}/decisions`, { subject: "anna", excludeArms: ["a", "b"] })
    expect(both.body.code).toBe("no_arm_available")
    await call("POST", `/v1/experiments/${id}/finish`)
    expect(await visit(call, store, id, "anna", "d1")).toBe(false)
    expect(await store.populations.reservationsAfter("p", "", 10)).toEqual([])
  })

  test("erasing a person frees nothing, and neither does purging the experiment", async () => {
    const { call, create, store, service, clock } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 1 })
    const [one, other] = [await create(capped), await create(capped)]
    expect(await visit(call, store, one, "anna", "d1")).toBe(true)
    expect((await call("POST", `/v1/experiments/${one}/subjects:erase`, { subject: "anna" })).status).toBe(204)
    expect(await visit(call, store, other, "anna", "d2")).toBe(false)
    await call("POST", `/v1/experiments/${one}/archive`)
    clock.forward(604_800)
    await service.closeWindows()
    expect((await call("POST", `/v1/experiments/${one}/purge`)).status).toBe(200)
    expect(await visit(call, store, other, "anna", "d3")).toBe(false)
    expect((await call("GET", "/v1/populations/p")).body).toMatchObject({ people: 1, atLimit: 1 })
  })

  test("many decisions in one transaction, for many people, count in their order", async () => {
    const { service, create, call, store } = await anyServer(kind)
    await call("PUT", "/v1/populations/p", { limit: 2 })
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await create(capped))
    const asked = ids.flatMap((id) =>
      Array.from({ length: 30 }, (_, at) =>
        service.decide(id, { decisionId: `d${at}`, subject: `s${at % 10}` }, "local"),
      ),
    )
    await Promise.all(asked)
    const rows = await store.populations.reservationsAfter("p", "", 100)
    expect(rows).toHaveLength(10)
    expect(rows.every(({ high, low }) => high === 4 && low === 0)).toBe(true)
    let learned = 0
    for (const id of ids)
      learned += (await store.rowsAfter("decisions", id, 0, 100)).filter(({ pull }) => pull !== null).length
    expect(learned).toBe(40)
  })

  test("a key for some experiments sees the populations that they are in, and may change none", async () => {
    const { call, create, store } = await anyServer(kind)
    for (const name of ["p", "q", "r"]) await call("PUT", `/v1/populations/${name}`, { limit: 2 })
    const mine = await create(capped)
    await create(capped)
    await create({ ...capped, population: "q" })
    expect((await call("GET", "/v1/populations")).body.populations.map(({ name }: { name: string }) => name)).toEqual([
      "p",
      "q",
      "r",
    ])
    const limited = await newKey(store, { name: "mine", role: "operate", experiments: [mine] })
    const list = await call("GET", "/v1/populations", undefined, limited)
    expect(list.body).toMatchObject({ populations: [{ name: "p", experiments: [{ id: mine }] }], next: null })
    expect(list.body.populations).toHaveLength(1)
    expect((await call("GET", "/v1/populations/p", undefined, limited)).body.experiments).toHaveLength(1)
    expect((await call("GET", "/v1/populations/q", undefined, limited)).body.code).toBe("unknown_population")
    expect((await call("PUT", "/v1/populations/p", { limit: 1 }, limited)).body.code).toBe("forbidden")
    const accept = await call("POST", "/v1/populations/p/accept-restore", { limit: 2 }, limited)
    expect(accept.body.code).toBe("forbidden")
    const decider = await newKey(store, { name: "web", role: "decide" })
    expect((await call("GET", "/v1/populations/p", undefined, decider)).body.code).toBe("forbidden")
    const auditor = await newKey(store, { name: "board", role: "audit" })
    expect((await call("GET", "/v1/populations/q", undefined, auditor)).status).toBe(200)
    expect((await call("PUT", "/v1/populations/q", { limit: 1 }, auditor)).body.code).toBe("forbidden")
  })

  test("lists as many as there are, a page at a time", async () => {
    const { call } = await anyServer(kind)
    const names = Array.from({ length: 51 }, (_, index) => `p${String(index).padStart(2, "0")}`)
    for (const name of names) await call("PUT", `/v1/populations/${name}`, { limit: 1 })
    const first = (await call("GET", "/v1/populations")).body
    expect([first.populations.length, first.next]).toEqual([50, "p49"])
    const second = (await call("GET", "/v1/populations?after=p49")).body
    expect([second.populations.map(({ name }: { name: string }) => name), second.next]).toEqual([["p50"], null])
  })
})

test("a person has another hash in every population, and none that an experiment knows", () => {
  const secret = new Uint8Array(32).fill(7)
  const hashes = ["p", "q"].map((population) => hashPerson(secret, population, "anna"))
  expect(new Set([...hashes, hashPerson(secret, "p", "bert"), hashPerson(new Uint8Array(32), "p", "anna")]).size).toBe(
    4,
  )
  // As stores have it: another hash for the same person would forget what is reserved for them.
  expect(hashPerson(secret, "p", "anna")).toBe("wzYKvRUsjYIRUx4otojEHw")
})

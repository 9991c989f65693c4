// Invented people do not stay: an assignment is removed 30 days after it was last given out.

import { describe, expect, test } from "vitest"
import { noChanges } from "../store/changes.ts"
import { anyServer, storeKinds, verified } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

const flags = "/ofrep/v1/evaluate/flags"
const bulk = { ...demo, name: "flag", sticky: true, bulk: true, rewardWindowSeconds: 600, missing: "ignore" }
const day = 86_400

describe.each(storeKinds)("%s", (kind) => {
  const start = async () => {
    const server = await anyServer(kind)
    const { call, service, store } = server
    const look = async (subject: string) =>
      (await call("POST", flags, { context: { targetingKey: subject } })).body.flags[0].variant as string
    const rows = async (id: string) =>
      (await store.rowsAfter("subjects", id, "", 10_000)) as { assigned: string | null }[]
    const retain = () =>
      service.retain((_, error) => {
        throw error
      })
    return { ...server, look, rows, retain }
  }

  test("assignments go after 30 days, and what was learned, who came again and the journal stay", async () => {
    const { call, create, clock, look, rows, retain, store } = await start()
    const [id, other] = [await create(bulk), await create({ ...bulk, name: "other" })]
    for (let person = 0; person < 20; person++) await look(`invented ${person}`)
    const [exposed, late] = [await look("exposed"), await look("late")]
    const exposure = { subject: "exposed" }
    expect((await call("POST", `/v1/experiments/${id}/exposures`, exposure)).status).toBe(201)
    await call("POST", `/v1/experiments/${id}/rewards`, { ...exposure, value: 1 })
    await call("POST", `/v1/experiments/${id}/finish`)
    clock.forward(29 * day)
    expect(await look("late")).toBe(late)
    clock.forward(day - 1)
    await retain()
    expect((await rows(id)).length).toBe(22)
    clock.forward(1)
    // Too old or removed is the same to callers.
    const expose = () => call("POST", `/v1/experiments/${other}/exposures`, { subject: "invented 3" })
    const unknown = { status: 404, body: { code: "unknown_assignment" } }
    expect(await expose()).toMatchObject(unknown)
    await retain()
    expect(await expose()).toMatchObject(unknown)
    expect((await rows(id)).length).toBe(2)
    expect((await rows(other)).length).toBe(1)
    expect([await look("late"), await look("exposed")]).toEqual([late, exposed])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }, { problem: null }])
  })

  test("each step removes the oldest ones, no more than its limit, and rows with more keep the rest", async () => {
    const { create, clock, look, rows, retain, store } = await start()
    const id = await create(bulk)
    for (let person = 0; person < 5; person++) {
      await look(`person ${person}`)
      clock.forward(1)
    }
    const [first] = await store.rowsAfter("subjects", id, "", 1)
    const assigned = JSON.stringify({ ...JSON.parse(first?.assigned as string), at: 5 })
    const learned = { experiment: id, subject: "learned", learned: 1, arm: 1, since: 1, assigned }
    await store.commit({ ...noChanges(), subjects: [learned] })
    expect(await store.removeOldAssignments(clock.now, 3)).toBe(3)
    const left = await rows(id)
    expect(left.filter((row) => row.assigned !== null).length).toBe(3)
    expect(left).toContainEqual({ ...learned, assigned: null })
    clock.forward(31 * day)
    await retain()
    expect(await rows(id)).toEqual([{ ...learned, assigned: null }])
    expect(await store.removeOldAssignments(clock.now, 3)).toBe(0)
  })

  test("one turn removes more than one step", async () => {
    const { create, clock, rows, retain, store } = await start()
    const id = await create(bulk)
    const assigned = JSON.stringify({ arm: 0, since: 1, segment: "", context: null, at: clock.now })
    const people = Array.from({ length: 2500 }, (_, index) => ({
      ...{ experiment: id, subject: `invented ${index}`, learned: 0, arm: null, since: null },
      assigned,
    }))
    await store.commit({ ...noChanges(), subjects: people })
    clock.forward(31 * day)
    await retain()
    expect(await rows(id)).toEqual([])
  })
})

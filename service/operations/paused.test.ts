// While an experiment is paused its callers go on: everyone gets the control, or sticky arms stay,
// and nothing is learned from it.

import { describe, expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

describe.each(storeKinds)("on %s", (kind) => {
  async function paused(more: object = {}, before: readonly object[] = [], options?: object) {
    const server = await anyServer(kind)
    const id = await server.create({ ...demo, ...more })
    const base = `/v1/experiments/${id}`
    const decide = async (body: object = {}) => (await server.call("POST", `${base}/decisions`, body)).body
    const earlier = []
    for (const body of before) earlier.push(await decide(body))
    await server.call("POST", `${base}/pause`, options)
    const rows = () => server.store.rowsAfter("decisions", id, 0, 100)
    const round = async () => (await server.call("GET", base)).body.progress[0].round as number
    return { ...server, id, base, decide, earlier, rows, round }
  }

  test("without another name the first arm is served; if that is excluded, the first that is not; nothing is learned", async () => {
    const { call, base, decide, rows, round } = await paused()
    expect(await decide()).toEqual({ decisionId: expect.any(String), arm: "a", status: "paused" })
    expect((await decide({ excludeArms: ["a"] })).arm).toBe("b")
    expect((await decide({ excludeArms: ["b", "a"] })).arm).toBe("c")
    expect((await decide({ excludeArms: ["c"] })).arm).toBe("a")
    expect((await decide({ excludeArms: ["a", "b", "c"] })).code).toBe("no_arm_available")
    const { decisionId } = await decide({ decisionId: "again" })
    expect((await call("PUT", `${base}/decisions/${decisionId}/reward`, { value: 1 })).status).toBe(204)
    await call("POST", `${base}/resume`)
    expect((await rows()).map(({ pull, noise }) => [pull, noise])).toEqual(Array(5).fill([null, null]))
    expect(await round()).toBe(0)
    // A repetition is the same decision; the status is the one of now.
    expect(await decide({ decisionId: "again" })).toEqual({ decisionId: "again", arm: "a", status: "running" })
  })

  test("the control can be named, and must be one of the arms; everyone can read it", async () => {
    const { call, base, decide } = await paused({ control: "b" })
    expect((await call("GET", base)).body.control).toBe("b")
    expect((await decide()).arm).toBe("b")
    expect((await decide({ excludeArms: ["b"] })).arm).toBe("a")
    const { results } = (await call("POST", `${base}/decisions:batch`, { decisions: [{}, { excludeArms: ["b"] }] }))
      .body
    expect(results).toMatchObject([
      { status: 201, arm: "b", experimentStatus: "paused" },
      { status: 201, arm: "a", experimentStatus: "paused" },
    ])
    expect(await call("POST", "/v1/experiments", { ...demo, control: "z" })).toMatchObject({
      status: 422,
      body: { code: "unknown_arm" },
    })
  })

  test("where sticky arms stay, others are not pinned, and are learned from once it is resumed", async () => {
    const people = Array.from({ length: 12 }, (_, number) => ({ subject: `p${number}` }))
    const { call, base, decide, earlier, rows, round } = await paused({ sticky: true, control: "c" }, people, {
      serve: "sticky",
    })
    const arms = new Set(earlier.map(({ arm }) => arm))
    expect(arms.size).toBeGreaterThan(1)
    for (const [number, person] of people.entries()) expect((await decide(person)).arm).toBe(earlier[number].arm)
    const [first] = earlier
    const others = ["c", "a"].filter((arm) => arm !== first.arm)
    expect((await decide({ ...people[0], excludeArms: [first.arm] })).arm).toBe(others[0])
    for (let visit = 0; visit < 3; visit++) expect((await decide({ subject: "new" })).arm).toBe("c")
    expect((await decide({})).code).toBe("subject_required")
    expect(await round()).toBe(12)
    await call("POST", `${base}/resume`)
    await decide({ subject: "new", excludeArms: ["c"] })
    expect(await round()).toBe(13)
    expect((await rows()).filter(({ pull }) => pull !== null)).toHaveLength(13)
    // Now it is pinned, elsewhere than to the control.
    expect((await decide({ subject: "new" })).arm).not.toBe("c")
  })

  test("a person below the cap is not counted while paused", async () => {
    const { call, base, decide, round } = await paused({ subjectCap: 2 })
    for (let visit = 0; visit < 5; visit++) expect((await decide({ subject: "s" })).arm).toBe("a")
    await call("POST", `${base}/resume`)
    for (let visit = 0; visit < 5; visit++) await decide({ subject: "s" })
    expect(await round()).toBe(2)
  })

  test("segments share the control, and must still be named", async () => {
    const { decide } = await paused({ segments: ["x", "y"], control: "b" })
    for (const segment of ["x", "y"]) expect((await decide({ segment })).arm).toBe("b")
    expect((await decide({})).code).toBe("segment_required")
  })

  test("a sticky person with twelve visits counts once, whatever the cap; the stated cap is 1", async () => {
    for (const more of [{}, { subjectCap: 5 }, { subjectCap: 5, protects: "subject" }]) {
      const { call, create, store } = await anyServer(kind)
      const id = await create({ ...demo, sticky: true, ...more })
      const base = `/v1/experiments/${id}`
      expect((await call("GET", base)).body.subject).toEqual({ cap: 1, eta: 1 })
      expect((await call("GET", `${base}/privacy`)).body.subject).toEqual({ cap: 1, eta: 1 })
      const arms = new Set<string>()
      for (let visit = 0; visit < 12; visit++) {
        const { decisionId, arm } = (await call("POST", `${base}/decisions`, { subject: "s" })).body
        arms.add(arm)
        expect((await call("PUT", `${base}/decisions/${decisionId}/reward`, { value: 1 })).status).toBe(204)
      }
      expect(arms.size).toBe(1)
      expect((await call("GET", base)).body.progress[0].round).toBe(1)
      expect(await store.rowsAfter("observations", id, 0, 100)).toHaveLength(1)
    }
  })
})

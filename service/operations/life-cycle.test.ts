// The life cycle of an experiment: paused, finished or archived, at its horizon, with segments, and
// when it would overspend.

import { secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { RecordingRandom } from "../live/recorded-random.ts"
import { anyServer, anyService, storeKinds } from "../testing/any-server.ts"
import { demo, testService } from "../testing/test-service.ts"

test.each(storeKinds)(
  "on %s, paused: rewards still come in; resumed: decisions are learned from again",
  async (kind) => {
    const { call, create } = await anyServer(kind)
    const base = `/v1/experiments/${await create()}`
    await call("POST", `${base}/decisions`, { decisionId: "d" })
    expect((await call("POST", `${base}/pause`)).body.status).toBe("paused")
    expect((await call("POST", `${base}/pause`)).status).toBe(200)
    expect((await call("POST", `${base}/decisions`, { decisionId: "d" })).status).toBe(200)
    expect((await call("PUT", `${base}/decisions/d/reward`, { value: 1 })).status).toBe(204)
    expect((await call("POST", `${base}/resume`)).body.status).toBe("running")
    expect((await call("POST", `${base}/decisions`, {})).status).toBe(201)
    expect((await call("GET", base)).body.progress[0].round).toBe(2)
  },
)

test.each(storeKinds)(
  "on %s, windows and ticks that are no whole milliseconds end on one, and are kept",
  async (kind) => {
    const { service, store, clock } = await anyService(kind)
    const odd = { ...demo, rewardWindowSeconds: 1.0005, tickSeconds: 0.0155 }
    for (const arrivals of ["public", "private"] as const) {
      const { live } = await service.createExperiment({ ...odd, arrivals })
      const { id } = live.experiment
      for (let turn = 0; turn < 4; turn++)
        await Promise.all(Array.from({ length: 10 }, () => service.decide(id, {}, "local")))
      clock.forward(20)
      await service.closeWindows()
      await service.closeWindows()
      // Everything that waits has to go into the tables.
      await service.eraseSubject(id, "nobody")
      for (const { due } of await store.rowsAfter("decisions", id, 0, 100)) expect(Number.isSafeInteger(due)).toBe(true)
      expect((await store.rowsAfter("observations", id, 0, 100)).length).toBeGreaterThanOrEqual(40)
      for (const { at } of await store.ledger(id, 0, 100)) expect(Number.isSafeInteger(at)).toBe(true)
    }
  },
)

test.each(storeKinds)("on %s, archived: read only, for good", async (kind) => {
  const { call, create } = await anyServer(kind)
  const base = `/v1/experiments/${await create()}`
  await call("POST", `${base}/decisions`, { decisionId: "d" })
  await call("POST", `${base}/archive`)
  const gone = { status: 410, body: { code: "experiment_archived" } }
  expect(await call("POST", `${base}/decisions`, {})).toMatchObject(gone)
  expect(await call("PUT", `${base}/decisions/d/reward`, { value: 1 })).toMatchObject(gone)
  const batch = await call("POST", `${base}/decisions:batch`, { decisions: [{}] })
  expect(batch.body.results).toMatchObject([{ status: 410, problem: { code: "experiment_archived" } }])
  for (const change of ["resume", "pause", "finish"])
    expect((await call("POST", `${base}/${change}`)).body.code).toBe("invalid_transition")
  expect((await call("GET", base)).body.status).toBe("archived")
})

test.each(storeKinds)(
  "on %s, at the horizon learning ends and, without a release to recommend an arm, the control is served; rewards of earlier decisions still count, later ones do not",
  async (kind) => {
    const { call, create, store } = await anyServer(kind)
    const id = await create({ ...demo, horizon: 20, control: "b" })
    const base = `/v1/experiments/${id}`
    for (let round = 0; round < 20; round++) await call("POST", `${base}/decisions`, { decisionId: `d${round}` })
    expect((await call("GET", base)).body.progress[0]).toMatchObject({ round: 20, recommended: null })
    for (let more = 0; more < 5; more++)
      expect((await call("POST", `${base}/decisions`, { decisionId: `late${more}` })).body.arm).toBe("b")
    expect((await call("GET", base)).body.progress[0].round).toBe(20)
    expect((await call("PUT", `${base}/decisions/d3/reward`, { value: 1 })).status).toBe(204)
    expect((await call("PUT", `${base}/decisions/late1/reward`, { value: 1 })).status).toBe(204)
    expect((await store.rowsAfter("observations", id, 0, 10)).map(({ decision }) => decision)).toEqual([4])
    expect((await call("POST", `${base}/decisions`, { excludeArms: ["b"] })).body.arm).toBe("a")
  },
)

test.each(storeKinds)("on %s, finished: as at the horizon, from now on", async (kind) => {
  const { call, create, store } = await anyServer(kind)
  const id = await create()
  await call("POST", `/v1/experiments/${id}/decisions`, {})
  await call("POST", `/v1/experiments/${id}/finish`)
  expect((await call("POST", `/v1/experiments/${id}/decisions`, {})).status).toBe(201)
  expect((await store.rowsAfter("decisions", id, 0, 10)).map(({ pull }) => pull !== null)).toEqual([true, false])
})

test("segments learn apart: rewards in one leave the others as they were", async () => {
  const { service } = await testService()
  const { live } = await service.createExperiment({ ...demo, segments: ["x", "y"] })
  const { id } = live.experiment
  const state = (segment: string) => JSON.stringify(live.segment(segment).state)
  const before = state("y")
  for (let round = 0; round < 30; round++) {
    await service.decide(id, { decisionId: `d${round}`, segment: "x" }, "local")
    await service.reward(id, `d${round}`, 1, "local")
  }
  expect(state("y")).toBe(before)
  expect(live.segment("x").state.round).toBe(30)
  await expect(service.decide(id, {}, "local")).rejects.toMatchObject({ code: "segment_required" })
  await expect(service.decide(id, { segment: "z" }, "local")).rejects.toMatchObject({ code: "unknown_segment" })
})

test("the filter refuses what would exceed the limit, with spent, requested and limit, and nothing changes", async () => {
  const { service } = await testService()
  const { live } = await service.createExperiment({
    name: "x",
    arms: ["a", "b"],
    horizon: 100,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "adac-ucb", eta: 1 },
  })
  // A promise half as large as what the algorithm needs, as if someone had tampered with one of
  // them.
  const tight = new LiveExperiment({ ...live.experiment, limit: 0.5 }, "running")
  const random = new RecordingRandom(secureRandom())
  const { arm, pull } = tight.decide("", random, undefined)
  const before = JSON.stringify(tight.segment("").state)
  expect(() => tight.learning.observe({ segment: "", arm, pull, context: null }, 1, random)).toThrow(
    expect.objectContaining({
      code: "privacy_budget_exhausted",
      details: { spent: 0, requested: expect.closeTo(1, 9), limit: 0.5 },
    }),
  )
  expect(JSON.stringify(tight.segment("").state)).toBe(before)
  expect(tight.spent()).toBe(0)
})

test.each([
  [{ privacy: { eta: 1 } }, "gdp-imed", 1],
  [{ privacy: { epsilon: 1, delta: 1e-6 } }, "gdp-imed", 0.237],
  [{ privacy: { epsilon: 1 }, missing: "ignore" as const }, "dp-imed", null],
  [{ missing: "ignore" as const, algorithm: { name: "dp-ts-ucb", alpha: 1 } }, "dp-ts-ucb", null],
  [{ privacy: { eta: 0.5 }, missing: "ignore" as const, algorithm: { name: "adac-ucb" } }, "adac-ucb", 0.5],
] as [Partial<ExperimentRequest>, string, number | null][])(
  "a target becomes an algorithm that keeps it: %j",
  async (more, name, eta) => {
    const { service } = await testService()
    const { live } = await service.createExperiment({
      name: "x",
      arms: ["a", "b"],
      horizon: 1000,
      answers: "all" as const,
      ...more,
    })
    expect(live.experiment.algorithm.name).toBe(name)
    if (eta !== null) expect(live.experiment.guarantee.eta).toBeCloseTo(eta, 2)
    expect(live.algorithm.guarantee(2).eta).toBeLessThanOrEqual(live.experiment.guarantee.eta as number)
  },
)

test.each(storeKinds)(
  "on %s, the same Idempotency-Key gives the same experiment and the same decisions",
  async (kind) => {
    const { call } = await anyServer(kind)
    const header = { "idempotency-key": "order 7" }
    const [first, second] = [
      await call("POST", "/v1/experiments", demo, header),
      await call("POST", "/v1/experiments", demo, header),
    ]
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    const base = `/v1/experiments/${first.body.id}`
    const decide = async () => (await call("POST", `${base}/decisions`, {}, header)).body
    expect(await decide()).toEqual(await decide())
    const batch = async () =>
      (
        await call("POST", `${base}/decisions:batch`, { decisions: [{}, {}] }, { "idempotency-key": "b" })
      ).body.results.map((one: { decisionId: string }) => one.decisionId)
    expect(await batch()).toEqual(await batch())
    expect((await call("GET", base)).body.progress[0].round).toBe(3)
  },
)

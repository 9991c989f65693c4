// Windows that are over are dealt with in the order of the decisions, and the caller learns when
// to come again.

import { secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { RecordingRandom } from "../live/recorded-random.ts"
import { ServiceError } from "../service-error.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { demo, testService } from "../testing/test-service.ts"
import { UnitOfWork } from "../transaction/unit-of-work.ts"
import { closeWindows } from "./close-windows.ts"
import { reward } from "./reward.ts"

async function decided(count: number, more: Partial<ExperimentRequest> = {}) {
  const { service, store, clock } = await testService()
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: 10, missing: 0.25, ...more })
  const { id } = live.experiment
  await Promise.all(Array.from({ length: count }, (_, number) => service.decide(id, { decisionId: `d${number}` }, "k")))
  await service.eraseSubject(id, "nobody")
  const random = new RecordingRandom(secureRandom())
  const work = () =>
    new UnitOfWork({ now: clock.now, store, find: () => live, add: () => undefined, experimentCount: () => 1 }, random)
  return { service, store, clock, live, id, work }
}

test("while a window is open nothing is closed, and its end is when to come again; at its end it is over", async () => {
  const { id, clock, live, work, service } = await decided(2)
  const first = clock.now + 10_000
  clock.forward(4)
  await service.decide(id, { decisionId: "later" }, "k")
  await service.eraseSubject(id, "nobody")
  clock.now = first - 1
  const early = work()
  closeWindows(early, id)
  expect(live.nextDue).toBe(first)
  expect(early.changes.observations).toEqual([])
  expect(live.swept).toBe(0)
  clock.now = first
  const due = work()
  closeWindows(due, id)
  expect(live.nextDue).toBe(first + 4000)
  // Nothing joins: silence is weighed by the share of answers.
  expect(due.changes.observations).toMatchObject([
    { decision: 1, steps: 0, source: "silent" },
    { decision: 2, steps: 0, source: "silent" },
  ])
  expect(live.swept).toBe(2)
  clock.forward(60)
  const last = work()
  // Decisions are counted for the first time at a sixteenth of their windows.
  expect(closeWindows(last, id)).toBe(clock.now + 625)
  expect(live.nextDue).toBe(clock.now + 10_000)
  expect(last.changes.observations).toMatchObject([{ decision: 3 }])
})

test("after a whole page there may be more at once, and archived experiments are left alone", async () => {
  const { id, clock, work, live } = await decided(501)
  clock.forward(11)
  live.status = "archived"
  expect(closeWindows(work(), id)).toBe(Number.POSITIVE_INFINITY)
  expect(live.swept).toBe(0)
  live.status = "running"
  const first = work()
  closeWindows(first, id)
  expect(live.nextDue).toBe(clock.now - 1000)
  expect(first.changes.observations).toHaveLength(500)
  const second = work()
  closeWindows(second, id)
  expect(live.nextDue).toBe(clock.now + 10_000)
  expect(second.changes.observations).toHaveLength(1)
})

test("with private arrivals the reward that came is learned at the end of its window, else the constant", async () => {
  const { id, clock, work, service, store } = await decided(2, { arrivals: "private", tickSeconds: 1 })
  await service.reward(id, "d1", 1, "k")
  await service.eraseSubject(id, "nobody")
  expect(store.rowsAfter("observations", id, 0, 10)).toEqual([])
  clock.forward(11)
  const due = work()
  closeWindows(due, id)
  expect(due.changes.observations).toMatchObject([
    { decision: 1, steps: 2 ** 18, source: "default" },
    { decision: 2, steps: 2 ** 20, source: "caller" },
  ])
})

test("a reward that was learned before, or has no slot, is not learned again; a release that is not allowed is left out, and nothing else is", async () => {
  const { id, clock, work, service, live } = await decided(2, { algorithm: { name: "gdp-ts" } })
  await service.reward(id, "d0", 1, "k")
  await service.changeStatus(id, "finish")
  await service.decide(id, { decisionId: "unlearned" }, "k")
  await service.eraseSubject(id, "nobody")
  clock.forward(11)
  const observe = live.learning.observe.bind(live.learning)
  for (const error of [new ServiceError("internal", "x"), new TypeError("x")]) {
    live.learning.observe = () => {
      throw error
    }
    expect(() => closeWindows(work(), id)).toThrow(error)
    expect(live.swept).toBe(0)
  }
  let asked = 0
  live.learning.observe = () => {
    asked++
    throw new ServiceError("privacy_budget_exhausted", "x")
  }
  const spent = work()
  closeWindows(spent, id)
  expect(asked).toBe(2)
  expect(spent.changes.observations).toMatchObject([
    { decision: 1, source: "silent" },
    { decision: 2, source: "silent" },
  ])
  expect(live.swept).toBeGreaterThan(2)
  live.learning.observe = observe
  live.swept = 0
  const due = work()
  closeWindows(due, id)
  expect(due.changes.observations.map(({ decision }) => decision)).toEqual([1, 2])
})

test.each(storeKinds)("on %s one call closes all windows that are over, however many pages they are", async (kind) => {
  const { service, store, clock } = await anyService(kind)
  const { id } = (await service.createExperiment({ ...demo, rewardWindowSeconds: 10 })).live.experiment
  await Promise.all(Array.from({ length: 600 }, () => service.decide(id, {}, "k")))
  clock.forward(11)
  for (let call = 0; call < 2; call++) {
    await service.closeWindows()
    expect(await store.rowsAfter("observations", id, 0, 1000)).toHaveLength(600)
  }
})

test.each([{ arrivals: "private", tickSeconds: 1 }, { ripeSeconds: 10 }, { algorithm: { name: "gdp-ts" } }] as const)(
  "where all join at the end of the window, they do before the next decision, sweep or not: %j",
  async (more) => {
    const { id, clock, service, store } = await decided(3, more)
    clock.forward(10)
    await service.decide(id, { decisionId: "next" }, "k")
    expect(store.rowsAfter("observations", id, 0, 10).map(({ decision }) => decision)).toEqual([1, 2, 3])
    expect(store.decision(id, "next")?.sequence).toBe(7)
  },
)

test("with private arrivals a metric's own window ends on a tick, as the reward's does", async () => {
  const { service, store, clock } = await testService()
  const metrics = [{ name: "harm", eta: 2, windowSeconds: 12 }]
  const request = { ...demo, arrivals: "private", tickSeconds: 10, rewardWindowSeconds: 60, metrics } as const
  const { id } = (await service.createExperiment(request)).live.experiment
  const joined = () => store.rowsAfter("metricObservations", id, 0, 10).length
  clock.forward(1)
  await service.decide(id, { decisionId: "d1" }, "k")
  clock.forward(18)
  await service.closeWindows()
  expect(joined()).toBe(0)
  // Until then a value counts.
  await service.reward(id, "d1", { metrics: { harm: 1 } }, "k")
  clock.forward(1)
  await service.closeWindows()
  expect(store.rowsAfter("metricObservations", id, 0, 10)).toMatchObject([{ source: "caller" }])
})

test("with private arrivals a reward after its decision has joined is refused alike, whether or not it was answered, also at an earlier time", async () => {
  const { id, clock, work, service } = await decided(2, { arrivals: "private", tickSeconds: 1 })
  await service.reward(id, "d0", 1, "k")
  const before = clock.now
  clock.forward(11)
  await service.closeWindows()
  await service.eraseSubject(id, "nobody")
  // As a store would give it whose clock was set back.
  clock.now = before
  for (const decision of ["d0", "d1"])
    expect(() => reward(work(), id, decision, { value: 1 }, "k")).toThrow(
      expect.objectContaining({ code: "reward_window_over" }),
    )
})

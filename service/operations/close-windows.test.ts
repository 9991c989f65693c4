// Windows that are over are dealt with in the order of the decisions, and the caller is told when to come again.

import { secureRandom } from "@armistice/core"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../create-experiment.ts"
import { RecordingRandom } from "../live/recorded-random.ts"
import { ServiceError } from "../service-error.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { demo, testService } from "../testing/test-service.ts"
import { Group } from "../transaction/group.ts"
import { closeWindows } from "./close-windows.ts"

async function decided(count: number, more: Partial<ExperimentRequest> = {}) {
  const { service, store, clock } = await testService()
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: 10, defaultReward: 0.25, ...more })
  const { id } = live.experiment
  await Promise.all(Array.from({ length: count }, (_, number) => service.decide(id, { decisionId: `d${number}` }, "k")))
  await service.eraseSubject(id, "nobody")
  const random = new RecordingRandom(secureRandom())
  const group = () =>
    new Group({ now: clock.now, store, find: () => live, add: () => undefined, experimentCount: () => 1 }, random)
  return { service, store, clock, live, id, group }
}

test("while a window is open nothing is closed, and its end is when to come again; at its end it is over", async () => {
  const { id, clock, live, group, service } = await decided(2)
  const first = clock.now + 10_000
  clock.forward(4)
  await service.decide(id, { decisionId: "later" }, "k")
  await service.eraseSubject(id, "nobody")
  clock.now = first - 1
  const early = group()
  expect(closeWindows(early, id)).toBe(first)
  expect(early.changes.observations).toEqual([])
  expect(live.swept).toBe(0)
  clock.now = first
  const due = group()
  expect(closeWindows(due, id)).toBe(first + 4000)
  expect(due.changes.observations).toMatchObject([
    { decision: 1, steps: 2 ** 18, source: "default" },
    { decision: 2, steps: 2 ** 18, source: "default" },
  ])
  expect(live.swept).toBe(2)
  clock.forward(60)
  const last = group()
  expect(closeWindows(last, id)).toBe(clock.now + 10_000)
  expect(last.changes.observations).toMatchObject([{ decision: 3 }])
})

test("after a whole page there may be more at once, and archived experiments are left alone", async () => {
  const { id, clock, group, live } = await decided(501)
  clock.forward(11)
  live.status = "archived"
  expect(closeWindows(group(), id)).toBe(Number.POSITIVE_INFINITY)
  expect(live.swept).toBe(0)
  live.status = "running"
  const first = group()
  expect(closeWindows(first, id)).toBe(clock.now - 1000)
  expect(first.changes.observations).toHaveLength(500)
  const second = group()
  expect(closeWindows(second, id)).toBe(clock.now + 10_000)
  expect(second.changes.observations).toHaveLength(1)
})

test("with private arrivals the reward that came is learned at the end of its window, else the constant", async () => {
  const { id, clock, group, service, store } = await decided(2, { arrivals: "private", tickSeconds: 1 })
  await service.reward(id, "d1", 1, "k")
  await service.eraseSubject(id, "nobody")
  expect(store.rowsAfter("observations", id, 0, 10)).toEqual([])
  clock.forward(11)
  const due = group()
  closeWindows(due, id)
  expect(due.changes.observations).toMatchObject([
    { decision: 1, steps: 2 ** 18, source: "default" },
    { decision: 2, steps: 2 ** 20, source: "caller" },
  ])
})

test("what was learned before, or has no slot, is not learned again; what may not be released is left out, and nothing else is", async () => {
  const { id, clock, group, service, live } = await decided(2)
  await service.reward(id, "d0", 1, "k")
  await service.changeStatus(id, "finish")
  await service.decide(id, { decisionId: "unlearned" }, "k")
  await service.eraseSubject(id, "nobody")
  clock.forward(11)
  const observe = live.observe.bind(live)
  for (const error of [new ServiceError("internal", "x"), new TypeError("x")]) {
    live.observe = () => {
      throw error
    }
    expect(() => closeWindows(group(), id)).toThrow(error)
    expect(live.swept).toBe(1)
  }
  let asked = 0
  live.observe = () => {
    asked++
    throw new ServiceError("privacy_budget_exhausted", "x")
  }
  const spent = group()
  closeWindows(spent, id)
  expect(asked).toBe(1)
  expect(spent.changes.observations).toEqual([])
  expect(live.swept).toBeGreaterThan(2)
  live.observe = observe
  live.swept = 0
  const due = group()
  closeWindows(due, id)
  expect(due.changes.observations.map(({ decision }) => decision)).toEqual([2])
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

// Where nearly every answer is the largest value, perhaps only successes are sent: told from
// releases alone, of every arm, and once.

import { readReleasedSums } from "@armistice/core/estimates"
import { expect, test } from "vitest"
import { loadExperiment } from "../live/load-experiment.ts"
import type { StoredExperiment } from "../store/rows.ts"
import { demo, testService } from "../testing/test-service.ts"
import { createCurrentResultBody } from "./result-body.ts"

/** So many answers of each arm are `value`, and of the second arm every `zero`th is 0. */
async function answered(count: number, zero: number, value = 1) {
  const { service, store } = await testService({ snapshotEvery: 1e9 })
  const request = { ...demo, arms: ["a", "b"], privacy: { eta: 10 }, missing: "ignore" } as const
  const { live } = await service.createExperiment(request)
  const { id } = live.experiment
  const give = async (arm: number, n: number): Promise<void> => {
    const decisionId = `d${arm}-${n}`
    await service.decide(id, { decisionId, excludeArms: [arm === 0 ? "b" : "a"] }, "k")
    await service.reward(id, decisionId, arm === 1 && n % zero === 0 ? 0 : value, "k")
  }
  for (const arm of [0, 1]) await Promise.all(Array.from({ length: count }, (_, n) => give(arm, n)))
  return { live, store, id }
}

test("it is reported once, also after a crash", async () => {
  const { live, store, id } = await answered(400, Number.POSITIVE_INFINITY)
  expect(createCurrentResultBody(live, "").nearlyAllLargest).toBe(true)
  const told = store.rowsAfter("events", id, 0, 1e6).filter(({ kind }) => kind === "nearly_all_largest")
  expect(told).toHaveLength(1)
  // The next process knows only the rows on disk.
  const loaded = loadExperiment(store, store.experiment(id) as StoredExperiment)
  expect(loaded.counts.isLargestAnnounced).toBe(true)
  expect(loaded.integrity).toMatchObject({ segment: "", found: { kind: "all_largest" } })
})

test("not where that holds for one arm alone", async () => {
  const { live } = await answered(400, 2)
  const means = readReleasedSums(live.algorithm, live.segment("").state)?.map(({ value, parts }) => {
    return value / parts.reduce((sum, { count }) => sum + count, 0)
  })
  expect(means?.[0]).toBeGreaterThan(0.98)
  expect(means?.[1]).toBeLessThan(0.6)
  expect(createCurrentResultBody(live, "").nearlyAllLargest).toBe(false)
})

test("nearly every answer being the smallest is reported alike, and equal answers in between are not seen", async () => {
  const { live, store, id } = await answered(2000, Number.POSITIVE_INFINITY, 0)
  expect(createCurrentResultBody(live, "")).toMatchObject({ nearlyAllLargest: false, nearlyAllSmallest: true })
  const told = store.rowsAfter("events", id, 0, 1e6).filter(({ kind }) => kind === "integrity")
  expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([{ kind: "all_smallest" }])
  expect(live.integrity).toMatchObject({ segment: "", found: { kind: "all_smallest" } })
  const between = await answered(400, Number.POSITIVE_INFINITY, 0.5)
  expect(createCurrentResultBody(between.live, "")).toMatchObject({ nearlyAllLargest: false, nearlyAllSmallest: false })
  expect(between.live.integrity).toBeNull()
})

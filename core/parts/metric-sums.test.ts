import { expect, test } from "vitest"
import { isProvedPossible } from "../estimates/confidence.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import { composeReleases } from "../privacy/compose.ts"
import { GdpFilter } from "../privacy/filter.ts"
import { observeWithin } from "../privacy/observe-within.ts"
import { knownNoise } from "../random/known-noise.ts"
import type { Random } from "../random/random.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { discardOpenBatches } from "./discard-open-batches.ts"
import { createMetricSums, type MetricState } from "./metric-sums.ts"

/** Values for the next pulls of an arm, each observed at once. */
function give(eta: number, values: readonly number[], random: Random = seededRandom(1)) {
  const metric = createMetricSums(eta, 1000)
  const state = metric.start(2)
  for (const value of values) {
    metric.decide(state, 0)
    metric.observe(state, 0, value, random, (state.decided[0] as number) - 1)
  }
  return { metric, state }
}

test("batches grow by half, the first with about 8/eta values", () => {
  const counts = (eta: number, values: number) => {
    const { metric, state } = give(eta, new Array(values).fill(0.5))
    return metric.releases(state).map(({ count }) => count)
  }
  expect(counts(1, 38)).toEqual([8, 12, 18])
  expect(counts(1, 37)).toEqual([8, 12])
  expect(counts(0.5, 40)).toEqual([16, 24])
  expect(counts(20, 5)).toEqual([1, 2])
})

test("a sum is released with its noise, and the open batch is not touched", () => {
  const { metric, state } = give(1, [...new Array(8).fill(1), 1, 1, 1], knownNoise(0.75))
  const [first, second] = readReleasedSums(metric, state) ?? []
  expect(first).toMatchObject({ kind: "running", look: 1, most: 1000, parts: [{ count: 8, weight: 1, scale: 1 }] })
  expect(first?.value).toBe(8.75)
  expect(second).toMatchObject({ value: 0, parts: [] })
})

test("every value is in one release: all of them together lose eta, and a filter of eta has room for them", () => {
  const metric = createMetricSums(0.7, 1000)
  const state: MetricState = metric.start(3)
  const filter = new GdpFilter(0.7)
  const random = seededRandom(5)
  for (let round = 0; round < 600; round++) {
    const arm = round % 3
    metric.decide(state, arm)
    observeWithin(filter, {
      algorithm: metric as never,
      state,
      arm,
      reward: round % 2,
      random,
      pull: (state.decided[arm] as number) - 1,
    })
  }
  const releases = metric.releases(state)
  expect(releases.length).toBeGreaterThan(9)
  expect(composeReleases(releases)).toEqual({ kind: "gdp", eta: 0.7 })
  expect(filter.spent()).toBe(0.7)
})

test("values may come late and in any order; a slot that is not decided is refused", () => {
  const metric = createMetricSums(1, 1000)
  const state = metric.start(2)
  for (let pull = 0; pull < 20; pull++) metric.decide(state, 1)
  const random = knownNoise(0)
  for (let pull = 19; pull >= 0; pull--) metric.observe(state, 1, pull < 8 ? 1 : 0, random, pull)
  expect(metric.releases(state).map(({ block, count }) => [block, count])).toEqual([
    [0, 8],
    [1, 12],
  ])
  expect(state.noisySum[1]).toBe(8)
  expect(() => metric.observe(state, 1, 1, random, 22)).toThrow(/pull must be a whole number in \[0, 20\]/)
})

test("discarding forgets the open batch and every slot decided so far", () => {
  const { metric, state } = give(1, new Array(12).fill(1), knownNoise(0))
  discardOpenBatches(state)
  expect(state).toMatchObject({ sum: [0, 0], received: [0, 0], joinsFrom: [12, 0], noisySum: [8, 0] })
  for (let pull = 12; pull < 24; pull++) {
    metric.decide(state, 0)
    metric.observe(state, 0, 0, knownNoise(0), pull)
  }
  expect(metric.releases(state).map(({ count }) => count)).toEqual([8, 12])
  expect(state.noisySum[0]).toBe(8)
})

// At most 5 % of 400 runs, with up to 20 looks each, may fail. The planted mistake, noise that the
// interval does not know of, fails in most.
test("the intervals of a metric hold at every look, and noise that is left out of them is noticed", () => {
  const failures = (factor: number) => {
    let failed = 0
    for (let run = 0; run < 400; run++) {
      const random = seededRandom(run)
      const metric = createMetricSums(0.3, 2000)
      const state = metric.start(2)
      let holds = true
      for (let pull = 0; pull < 2000; pull++) {
        metric.decide(state, 0)
        const before = state.closed[0]
        metric.observe(state, 0, random.uniform() < 0.1 ? 1 : 0, random, pull)
        if (state.closed[0] === before) continue
        const [sum] = readReleasedSums(metric, state) ?? []
        if (sum === undefined) throw new Error("there must be a sum, got none")
        const parts = sum.parts.map((part) => ({ ...part, scale: part.scale * factor }))
        holds &&= isProvedPossible({ ...sum, parts }, 0.1, 0.95)
      }
      if (!holds) failed += 1
    }
    return failed
  }
  expect(failures(1)).toBeLessThanOrEqual(20)
  expect(failures(0)).toBeGreaterThan(100)
})

test("an arm that is added has batches of its own, and one that is dropped takes no value of its decisions so far", () => {
  const { metric, state } = give(1, [...new Array(8).fill(1), 1, 1, 1])
  metric.addArm(state)
  for (let value = 0; value < 8; value++) {
    metric.decide(state, 2)
    metric.observe(state, 2, 0, seededRandom(2), value)
  }
  expect(metric.releases(state).map(({ arm, count }) => [arm, count])).toEqual([
    [0, 8],
    [2, 8],
  ])
  metric.decide(state, 0)
  metric.dropOutstanding(state, 0)
  expect([state.received[0], state.sum[0], state.closed[0]]).toEqual([0, 0, 1])
  const late = () => metric.observe(state, 0, 1, seededRandom(3), 11)
  expect(late).toThrow(expect.objectContaining({ code: "invalid_state" }))
  // Twelve new values close the next batch, and nothing of the old ones is in it.
  for (let value = 0; value < 12; value++) {
    metric.decide(state, 0)
    metric.observe(state, 0, 0, knownNoise(0), 12 + value)
  }
  expect(metric.releases(state)).toHaveLength(3)
  expect(readReleasedSums(metric, state)?.[0]?.parts.map(({ count }) => count)).toEqual([8, 12])
})

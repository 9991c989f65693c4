import { expect, test } from "vitest"
import type { ReleasedSum } from "../estimates/released-sum.ts"
import { readReleasedSums } from "../estimates/released-sums.ts"
import { createMetricSums } from "../parts/metric-sums.ts"
import { knownNoise } from "../random/known-noise.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { computeMetricVerdict, type MetricChanges } from "./metric-verdict.ts"
import { productLevel } from "./product-level.ts"
import { unit, watch } from "./testing/watched-metric.ts"

function lastSums(means: readonly number[], rounds: number): readonly ReleasedSum[] {
  let last: readonly ReleasedSum[] = []
  watch(means, rounds, (sums) => (last = sums), { values: seededRandom(7), random: knownNoise(0) })
  return last
}

const listStates = (sums: readonly ReleasedSum[], options = unit) =>
  computeMetricVerdict(sums, options).differences.map(({ state }) => state)

test("without a release nothing is known of any arm", () => {
  const metric = createMetricSums(1, 100)
  const none = readReleasedSums(metric as never, metric.start(3)) ?? []
  const nothing = { mean: null, low: null, high: null }
  expect(computeMetricVerdict(none, unit)).toEqual({
    arms: [nothing, nothing, nothing],
    differences: [1, 2].map((arm) => ({ arm, difference: null, low: null, high: null, state: "unknown" })),
  })
})

test("an arm that was never played is unknown, and the others have figures", () => {
  const [first, second] = lastSums([0.2, 0.8], 2000) as [ReleasedSum, ReleasedSum]
  const unseen = { ...first, parts: [], value: 0 }
  const { arms, differences } = computeMetricVerdict([first, second, unseen], unit)
  expect(arms[2]).toEqual({ mean: null, low: null, high: null })
  expect(differences).toMatchObject([
    { arm: 1, state: "worse" },
    { arm: 2, difference: null, low: null, high: null, state: "unknown" },
  ])
})

test("every arm is judged against the control, by the way that is worse", () => {
  const sums = lastSums([0.2, 0.6, 0.2], 3000)
  for (const [worse, control, states] of [
    ["higher", 0, ["worse", "unknown"]],
    ["higher", 1, ["fine", "fine"]],
    ["lower", 0, ["fine", "unknown"]],
    ["lower", 1, ["worse", "worse"]],
  ] as const)
    expect(listStates(sums, { ...unit, worse, control })).toEqual(states)
})

test("a margin is what may be worse: an arm within it is fine, and one beyond it worse", () => {
  const sums = lastSums([0.3, 0.3, 0.7], 6000)
  expect(listStates(sums)).toEqual(["unknown", "worse"])
  expect(listStates(sums, { ...unit, margin: 0.15 })).toEqual(["fine", "worse"])
  expect(listStates(sums, { ...unit, margin: 0.4 })).toEqual(["fine", "unknown"])
  expect(listStates(sums, { ...unit, margin: 0.6 })).toEqual(["fine", "fine"])
  // In its own units.
  expect(listStates(sums, { ...unit, min: -10, max: 30, margin: 6 })).toEqual(["fine", "worse"])
})

test("everything is in the metric's own units", () => {
  const sums = lastSums([0.25, 0.75], 2000)
  const plain = computeMetricVerdict(sums, unit)
  const scaled = computeMetricVerdict(sums, { ...unit, min: -10, max: 30 })
  const [mean] = plain.arms
  expect(mean?.mean).toBeCloseTo(0.25, 1)
  expect(scaled.arms[0]?.mean).toBeCloseTo(-10 + 40 * (mean?.mean as number), 9)
  expect(scaled.differences[0]?.difference).toBeCloseTo(40 * (plain.differences[0]?.difference as number), 9)
  expect(scaled.differences[0]?.low).toBeCloseTo(40 * (plain.differences[0]?.low as number), 9)
  const [{ low, difference, high }] = plain.differences as unknown as [
    { low: number; difference: number; high: number },
  ]
  expect(low).toBeLessThanOrEqual(difference)
  expect(difference).toBeLessThanOrEqual(high)
  expect(low).toBeGreaterThan(0)
  expect(high).toBeGreaterThan(0.4)
})

test("the more metrics and arms share the error, the wider the differences are; each arm's own interval stays", () => {
  const sums = lastSums([0.3, 0.5], 1000)
  const [one, eight] = [computeMetricVerdict(sums, unit), computeMetricVerdict(sums, { ...unit, sharing: 8 })]
  const width = ({ differences: [gap] }: typeof one) => (gap?.high as number) - (gap?.low as number)
  expect(width(eight)).toBeGreaterThan(width(one))
  expect(eight.arms).toEqual(one.arms)
})

test("two arms at the worst of all times: a level that the product of two independent suprema reaches no oftener than stated", () => {
  for (const error of [0.25, 0.025, 0.05 / 12, 0.05 / 3040]) {
    const level = productLevel(error)
    expect((1 + Math.log(level)) / level).toBeLessThanOrEqual(error)
    expect((1 + Math.log(level)) / level).toBeGreaterThan(error * (1 - 1e-9))
  }
  // One in forty of 200,000 products of 1/U and 1/V: within five standard errors.
  const random = seededRandom(11)
  const level = productLevel(0.025)
  let reached = 0
  for (let run = 0; run < 200_000; run++) if (1 / (random.uniform() * random.uniform()) >= level) reached += 1
  expect(Math.abs(reached / 200_000 - 0.025)).toBeLessThan(5 * Math.sqrt((0.025 * 0.975) / 200_000))
})

test("a resumed arm and a replaced control cost more error, other arms hardly any", () => {
  const sums = lastSums([0.1, 0.2, 0.3], 12_000)
  const widths = (changes?: MetricChanges, control = 0) =>
    computeMetricVerdict(sums, { ...unit, control, ...(changes && { changes }) }).differences.map(
      ({ low, high }) => (high ?? 9) - (low ?? 0),
    )
  const changes = { armCount: 3, firstControl: 0, resumes: [0, 0, 0] }
  const [plain, ready, more] = [widths(), widths(changes), widths({ ...changes, armCount: 9 })]
  const [once, twice] = [1, 2].map((count) => widths({ ...changes, resumes: [0, count, 0] }))
  for (const place of [0, 1]) {
    expect(ready[place]).toBeGreaterThan(plain[place])
    expect(ready[place]).toBeLessThan(1.05 * plain[place])
    expect(more[place]).toBeGreaterThan(ready[place])
  }
  expect(once[0]).toBeGreaterThan(ready[0])
  expect(twice[0]).toBeGreaterThan(once[0])
  expect([once[1], twice[1]]).toEqual([ready[1], ready[1]])
  const [before, replaced] = [widths(undefined, 1), widths(changes, 1)]
  for (const place of [0, 1]) expect(replaced[place]).toBeGreaterThan(1.05 * before[place])
  const interval = (resumes: number[]) => {
    const { low, high } = computeMetricVerdict(sums, { ...unit, changes: { ...changes, resumes } }).arms[1]
    return (high ?? 9) - (low ?? 0)
  }
  expect(interval([0, 1, 0])).toBeGreaterThan(interval([0, 0, 0]))
})

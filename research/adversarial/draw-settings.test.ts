import { createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment } from "@armistice/lab"
import { expect, test } from "vitest"
import { tuningInstances } from "../tuning/tune.ts"
import { countArms, type DrawnSetting, drawnRanges, drawSettings, wideRanges } from "./draw-settings.ts"
import { families } from "./families.ts"
import { addRuns, computeTallyError, noRuns } from "./regret-tally.ts"
import { prepareRuns } from "./run-setting.ts"
import { shuffleArms } from "./shuffled-arms.ts"

const settings = drawSettings("a seed", 440)

function within(values: readonly number[], [low, high]: readonly [number, number], reach: number): void {
  expect(Math.min(...values)).toBeGreaterThanOrEqual(low)
  expect(Math.max(...values)).toBeLessThanOrEqual(high)
  expect(Math.min(...values)).toBeLessThan(reach * low)
  expect(Math.max(...values)).toBeGreaterThan(high / reach)
}

test("settings cover the ranges they are drawn from, in every family, and can be simulated", () => {
  expect(new Set(settings.map(({ family }) => family))).toEqual(new Set(families.map(({ name }) => name)))
  const armCounts = settings.map(({ environment }) => createEnvironment(environment).armCount)
  within(armCounts, drawnRanges.arms, 1.5)
  within(
    settings.map(({ horizon }) => horizon),
    drawnRanges.horizon,
    1.5,
  )
  within(
    settings.map(({ eta }) => eta),
    drawnRanges.eta,
    1.1,
  )
  for (const [index, { horizon }] of settings.entries()) expect(horizon).toBeGreaterThanOrEqual(armCounts[index])
})

test("every fourth setting of the widest draw has late rewards, with and without silence, and all can be run", () => {
  const drawn = drawSettings("a seed", 400, wideRanges)
  within(drawn.map(countArms), wideRanges.arms, 1.2)
  within(
    drawn.map(({ horizon }) => horizon),
    wideRanges.horizon,
    1.5,
  )
  within(
    drawn.map(({ eta }) => eta),
    wideRanges.eta,
    1.1,
  )
  const late = drawn.flatMap(({ delivery, horizon }) => (delivery === undefined ? [] : [{ ...delivery, horizon }]))
  expect(late).toHaveLength(100)
  expect(Math.max(...late.map(({ horizon }) => horizon))).toBeLessThanOrEqual(1e5)
  const count = (holds: (one: (typeof late)[number]) => boolean): number => late.filter(holds).length
  for (const kind of ["fixed", "exponential", "lognormal"])
    expect(count(({ delay }) => delay?.kind === kind)).toBeGreaterThan(15)
  expect(count(({ silence }) => Number(silence) > 0)).toBeGreaterThan(30)
  expect(count(({ missing }) => missing === "ignore")).toBeGreaterThan(20)
  expect(count(({ arrivals }) => arrivals === "private")).toBeGreaterThan(10)
  const algorithm = createAlgorithm("uniform", {})
  for (const setting of drawn)
    expect(
      prepareRuns(setting)(algorithm, countArms(setting), seededRandom(1), seededRandom(2)),
    ).toBeGreaterThanOrEqual(0)
})

test("a setting is fixed by the seed and its number; tuning has others", () => {
  expect(drawSettings("a seed", 12)).toEqual(settings.slice(0, 12))
  expect(drawSettings("another", 12)).not.toEqual(settings.slice(0, 12))
  const formatSetting = ({ environment, horizon }: DrawnSetting): string => JSON.stringify({ environment, horizon })
  const known = new Set(settings.map(formatSetting))
  for (const instance of tuningInstances) expect(known.has(formatSetting(instance))).toBe(false)
})

test("arms are the same in another order, and every order comes up", () => {
  const environment = createEnvironment({ kind: "bernoulli", means: [1, 0, 0.5] })
  const orders = Array.from({ length: 200 }, (_, run) => shuffleArms(environment, seededRandom(7).fork(run)))
  expect(new Set(orders.map(({ means }) => means.join()))).toHaveLength(6)
  for (const { means, reward, sum } of orders) {
    const random = seededRandom(1)
    expect(reward(means.indexOf(1), 0, random)).toBe(1)
    expect(sum(means.indexOf(0), 0, 10, random)).toBe(0)
    expect(sum(means.indexOf(1), 0, 10, random)).toBe(10)
  }
})

test("runs that are added later equal those of one measurement", () => {
  const algorithm = createAlgorithm("gdp-ts", { eta: 1 })
  const setting = { environment: { kind: "bernoulli", means: [0.7, 0.4] } as const, horizon: 500 }
  const some = addRuns(algorithm, setting, "seed", noRuns, 10)
  const all = addRuns(algorithm, setting, "seed", some, 40)
  expect(all).toEqual(addRuns(algorithm, setting, "seed", noRuns, 40))
  expect(all.runs).toBe(40)
  expect(computeTallyError({ runs: 5, mean: 3, squares: 10 })).toBeCloseTo(Math.sqrt(10 / 4 / 5), 12)
  expect(addRuns(algorithm, setting, "seed", some, 40, () => false)).toEqual(some)
})

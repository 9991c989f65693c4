import { catalogue } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { benchSettings } from "./bench-settings.ts"
import { estimateMs } from "./expected-time.ts"
import { fitPower } from "./fit-power.ts"
import { TimeBudget } from "./time-budget.ts"
import { computeMedian, timeRuns } from "./timing.ts"

test("every algorithm is measured, with parameters that hold at every horizon", () => {
  const settings = benchSettings()
  expect(new Set(settings.map(({ entry }) => entry.name))).toEqual(new Set(catalogue.map(({ name }) => name)))
  for (const { entry, parametersAt } of settings)
    for (const horizon of [1e4, 1e12]) {
      const needsHorizon = Object.hasOwn(entry.parameters, "horizon")
      const given = needsHorizon ? { ...parametersAt(horizon), horizon } : parametersAt(horizon)
      expect(() => entry.create(given)).not.toThrow()
    }
})

describe("the fitted power", () => {
  test("is that of a power law", () => {
    expect(fitPower([2, 3, 5, 8].map((x) => ({ x, y: 7 * x ** 2.5 })))).toBeCloseTo(2.5, 12)
  })

  test("needs two different points", () => {
    expect(fitPower([{ x: 2, y: 3 }])).toBeNull()
    expect(fitPower([])).toBeNull()
  })
})

test.each([
  [[], null],
  [[5], 5],
  [[9, 1], 5],
  [[100, 1, 3, 2], 2],
  [[100, 1, 4, 2, 3], 2.5],
])("the median of %j without its first, cold sample is %s", (samples, median) => {
  expect(computeMedian(samples)).toBe(median)
})

describe("a time budget", () => {
  const untilStopped = (limitMs: number, shares: number) => {
    const [controller, reported] = [new AbortController(), [] as number[]]
    const budget = new TimeBudget(limitMs, shares, controller.signal, (share) => reported.push(share))
    budget.beginShare()
    return { budget, reported, stop: () => controller.abort() }
  }

  test("gives three turns whatever the time, if they are short", () => {
    const { budget } = untilStopped(0, 1)
    expect([0, 1, 2, 3].map((turn) => budget.hasTimeFor(turn))).toEqual([true, true, true, false])
  })

  test("gives as many as there is time for", () => {
    const { budget } = untilStopped(1e6, 2)
    expect([0, 1, 2, 3, 100].map((turn) => budget.hasTimeFor(turn))).toEqual(Array(5).fill(true))
  })

  test("gives none once it is stopped", () => {
    const { budget, stop } = untilStopped(1e6, 1)
    stop()
    expect([0, 1].map((turn) => budget.hasTimeFor(turn))).toEqual([false, false])
    expect(budget.isOver()).toBe(true)
  })

  test("says which part is done", () => {
    const { budget, reported } = untilStopped(0, 4)
    budget.beginShare()
    budget.beginShare()
    expect(reported).toEqual([0, 0.25, 0.5])
  })
})

test("a run is expected to take longer as it did before, at most as the horizon; like the horizon where little is known", () => {
  const at = (horizon: number, ms: number) => ({ horizon, ms })
  expect(estimateMs([], 1e4)).toBe(0)
  expect(estimateMs([at(1e6, 5)], 1e7)).toBeCloseTo(50, 9)
  expect(estimateMs([at(1e6, 5), at(1e7, 5)], 1e8)).toBeCloseTo(5, 9)
  expect(estimateMs([at(1e6, 5), at(1e7, 15)], 1e9)).toBeCloseTo(135, 9)
  expect(estimateMs([at(1e6, 5), at(1e7, 500)], 1e8)).toBeCloseTo(5000, 9)
  expect(estimateMs([at(1e6, 5), at(1e7, 4)], 1e8)).toBeCloseTo(4, 9)
})

test("a sample of an unknown setting is refused", () => {
  const environment = { kind: "bernoulli", means: [0.5, 0.4] } as const
  const sample = {
    algorithm: "ucb1",
    engine: "step",
    environment,
    horizon: 100,
    seed: 1,
    warmUpMs: 0,
    number: 0,
  } as const
  expect(timeRuns({ ...sample, label: "" })).toBeGreaterThan(0)
  expect(() => timeRuns({ ...sample, label: "alpha 9" })).toThrow("ucb1 has no setting alpha 9")
})

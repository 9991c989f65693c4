import { catalogue } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { benchSettings } from "./bench-settings.ts"
import { Pace } from "./pace.ts"
import { powerFit } from "./power-fit.ts"
import { medianOf } from "./timing.ts"

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
    expect(powerFit([2, 3, 5, 8].map((x) => ({ x, y: 7 * x ** 2.5 })))).toBeCloseTo(2.5, 12)
  })

  test("needs two different points", () => {
    expect(powerFit([{ x: 2, y: 3 }])).toBeNull()
    expect(powerFit([])).toBeNull()
  })
})

test.each([
  [[], null],
  [[5], 5],
  [[9, 1], 5],
  [[100, 1, 3, 2], 2],
  [[100, 1, 4, 2, 3], 2.5],
])("the median of %j without its first, cold sample is %s", (samples, median) => {
  expect(medianOf(samples)).toBe(median)
})

test("a pace gives one pass whatever the time, and none once it is stopped", async () => {
  const controller = new AbortController()
  const pace = new Pace(0, controller.signal, () => {})
  expect(pace.hasTimeFor(0)).toBe(true)
  expect(await pace.isOver()).toBe(false)
  expect(pace.hasTimeFor(1)).toBe(false)
  controller.abort()
  expect(pace.hasTimeFor(0)).toBe(false)
  expect(await pace.isOver()).toBe(true)
})

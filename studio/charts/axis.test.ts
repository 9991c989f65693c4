import { expect, test } from "vitest"
import { createLinearAxis, fitAxis, logAxis } from "./axis.ts"

test("a logarithmic axis has few ticks, and its ends at 0 and 100", () => {
  const axis = logAxis(5, 2000)
  expect(axis.ticks).toEqual([10, 30, 100, 300, 1000])
  expect([5, 100, 2000].map(axis.at)).toEqual([0, 50, 100])
  expect(logAxis(1, 1e12).ticks.length).toBeLessThan(9)
})

test("a linear axis has round ticks", () => {
  expect(createLinearAxis(0, 100).ticks).toEqual([0, 25, 50, 75, 100])
  expect(createLinearAxis(0, 90, 3).ticks).toEqual([0, 50])
})

test("a fitted axis contains its data, with round ticks", () => {
  const axis = fitAxis(0.1, 0.11)
  expect(axis.at(0.1)).toBeGreaterThan(0)
  expect(axis.at(0.11)).toBeLessThan(100)
  // 10 % and 11 % look different.
  expect(axis.at(0.11) - axis.at(0.1)).toBeGreaterThan(80)
  for (const tick of axis.ticks) {
    expect(axis.at(tick)).toBeGreaterThanOrEqual(-1e-6)
    expect(axis.at(tick)).toBeLessThanOrEqual(100 + 1e-6)
  }
  expect(axis.ticks.length).toBeGreaterThanOrEqual(3)
})

test("a fitted axis surrounds a single value, and 0 is never -0", () => {
  expect(fitAxis(3, 3).at(3)).toBeCloseTo(50)
  expect(fitAxis(-1, 1).ticks.some((tick) => Object.is(tick, -0))).toBe(false)
})

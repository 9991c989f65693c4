import { expect, test } from "vitest"
import { fittedAxis } from "./fitted-axis.ts"

test("an axis fits its data, with round places inside it", () => {
  const axis = fittedAxis(0.1, 0.11)
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

test("one value alone has an axis around it, and 0 is never -0", () => {
  expect(fittedAxis(3, 3).at(3)).toBeCloseTo(50)
  expect(fittedAxis(-1, 1).ticks.some((tick) => Object.is(tick, -0))).toBe(false)
})

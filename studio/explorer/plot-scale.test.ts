import { expect, test } from "vitest"
import { linearScale, logScale, niceStep } from "./plot-scale.ts"

test("a logarithmic scale has few ticks, and its ends at 0 and 100", () => {
  const scale = logScale(5, 2000)
  expect(scale.ticks).toEqual([10, 30, 100, 300, 1000])
  expect([5, 100, 2000].map(scale.at)).toEqual([0, 50, 100])
  expect(logScale(1, 1e12).ticks.length).toBeLessThan(9)
})

test("a linear scale has round ticks", () => {
  expect(linearScale(0, 100).ticks).toEqual([0, 25, 50, 75, 100])
  expect(linearScale(0, 90, 3).ticks).toEqual([0, 50])
  expect([0.9, 1.1, 2.3, 30].map(niceStep)).toEqual([1, 2, 2.5, 50])
})

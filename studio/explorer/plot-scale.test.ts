import { expect, test } from "vitest"
import { linearScale, logScale, niceStep, spread } from "./plot-scale.ts"

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

test("words at the end of lines are moved apart, in their order, within the plot", () => {
  expect(spread([50, 51, 10], 5)).toEqual([50, 55, 10])
  expect(spread([99, 100, 98], 5)).toEqual([95, 100, 90])
})

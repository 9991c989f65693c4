import { expect, test } from "vitest"
import { listMultiples, niceStep } from "./nice-step.ts"

test("a step is the smallest round number that is large enough", () => {
  expect([0.9, 1.1, 2.3, 30, 7].map((least) => niceStep(least))).toEqual([1, 2, 5, 50, 10])
  expect([0.9, 1.1, 2.3, 30].map((least) => niceStep(least, [1, 2, 2.5, 5]))).toEqual([1, 2, 2.5, 50])
})

test("multiples include ends that rounding errors moved, and 0 is never -0", () => {
  expect(listMultiples(-0.1, 0.3, 0.1)).toHaveLength(5)
  expect(listMultiples(-1, 1, 0.5).some((tick) => Object.is(tick, -0))).toBe(false)
})

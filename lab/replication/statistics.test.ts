import fc from "fast-check"
import { expect, test } from "vitest"
import { computeMean, computeQuantile, computeQuantiles, computeStandardError, computeWorstMean } from "./statistics.ts"

test("quantiles interpolate between neighbours", () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((p) => computeQuantile([10, 20, 30], p))).toEqual([10, 15, 20, 28, 30])
  expect(computeQuantile([7], 0.3)).toBe(7)
})

test("the worst twentieth is of at least one value", () => {
  expect(computeWorstMean(Float64Array.from({ length: 40 }, (_, k) => (7 * k) % 40))).toBe(38.5)
  expect(computeWorstMean(Float64Array.of(3, 9, 1))).toBe(9)
})

test("quantiles of any values are in order and within them", () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(values, (list) => {
      const { p5, p50, p95, max } = computeQuantiles(Float64Array.from(list))
      expect(Math.min(...list)).toBeLessThanOrEqual(p5)
      expect(p5).toBeLessThanOrEqual(p50)
      expect(p50).toBeLessThanOrEqual(p95)
      expect(max - Math.max(...list)).toBeCloseTo(0, 15) // -0 and 0 are one value
    }),
  )
})

test("mean and standard error of 1, 2, 3, 4 are 2.5 and √(5/12)", () => {
  expect(computeMean([1, 2, 3, 4])).toBe(2.5)
  expect(computeStandardError([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 12), 15)
  expect(computeStandardError([1])).toBeNull()
})

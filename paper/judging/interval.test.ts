import { studentQuantile } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import { computeInterval, computeRatio } from "./interval.ts"

test("the interval of a mean is Student's, around the mean", () => {
  const { value, low, high } = computeInterval({ mean: 100, standardError: 2, runs: 20 })
  expect(value).toBe(100)
  expect(high - 100).toBeCloseTo(2 * 2.8609, 3)
  expect(100 - low).toBeCloseTo(2 * 2.8609, 3)
})

test("a single run has no interval, and identical runs one without width", () => {
  expect(computeInterval({ mean: 5, standardError: null, runs: 1 }).high).toBe(Number.POSITIVE_INFINITY)
  expect(computeInterval({ mean: 5, standardError: 0, runs: 20 })).toEqual({ value: 5, low: 5, high: 5 })
})

test("the ratio of a mean to itself is 1, inside an interval that is symmetric on a logarithmic scale", () => {
  const estimate = { mean: 50, standardError: 1, runs: 30 }
  const { value, low, high } = computeRatio(estimate, estimate)
  expect(value).toBe(1)
  expect(low * high).toBeCloseTo(1, 12)
  expect(high).toBeCloseTo(Math.exp(Math.SQRT2 * 0.02 * studentQuantile(58, 0.99)), 9)
})

test("ratios add relative variances, with Welch's degrees of freedom", () => {
  const { low, high } = computeRatio(
    { mean: 10, standardError: 0.3, runs: 20 },
    { mean: 10, standardError: 0.4, runs: 20 },
  )
  // (9 + 16)² / (81/19 + 256/19)
  expect(Math.log(high / low) / 2).toBeCloseTo(0.05 * studentQuantile(625 / (337 / 19), 0.99), 9)
})

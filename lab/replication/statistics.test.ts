import { seededRandom } from "@armistice/core"
import fc from "fast-check"
import { expect, test } from "vitest"
import { meanInterval, meanOf, quantileOf, quantilesOf, standardErrorOf } from "./statistics.ts"

test("quantiles interpolate between neighbours", () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((p) => quantileOf([10, 20, 30], p))).toEqual([10, 15, 20, 28, 30])
  expect(quantileOf([7], 0.3)).toBe(7)
})

test("quantiles of any values are in order and within them", () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(values, (list) => {
      const { p5, p50, p95, max } = quantilesOf(Float64Array.from(list))
      expect(Math.min(...list)).toBeLessThanOrEqual(p5)
      expect(p5).toBeLessThanOrEqual(p50)
      expect(p50).toBeLessThanOrEqual(p95)
      expect(max - Math.max(...list)).toBeCloseTo(0, 15) // -0 and 0 are one value
    }),
  )
})

test("mean and standard error of 1, 2, 3, 4 are 2.5 and √(5/12)", () => {
  expect(meanOf([1, 2, 3, 4])).toBe(2.5)
  expect(standardErrorOf([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 12), 15)
  expect(standardErrorOf([1])).toBeNull()
})

test("both 95 % intervals cover the true mean in about 95 % of samples, and too narrow ones do not", () => {
  const samples = 400
  let normal = 0
  let bootstrap = 0
  let narrow = 0
  for (let sample = 0; sample < samples; sample++) {
    const random = seededRandom(sample)
    const values = Float64Array.from({ length: 60 }, () => random.exponential())
    const interval = meanInterval(values, random.fork(0))
    if (interval === null) throw new Error("sixty values have an interval")
    const covers = ([low, high]: readonly [number, number]) => low <= 1 && 1 <= high
    if (covers(interval.normal)) normal++
    if (covers(interval.bootstrap)) bootstrap++
    const [low, high] = interval.normal
    if (covers([low + (high - low) / 4, high - (high - low) / 4])) narrow++
  }
  const deviation = Math.sqrt(0.95 * 0.05 * samples)
  // Means of 60 skewed values are a little skewed themselves: 2 % are allowed for that.
  for (const count of [normal, bootstrap])
    expect(Math.abs(count - 0.95 * samples)).toBeLessThan(0.02 * samples + 3 * deviation)
  expect(Math.abs(narrow - 0.95 * samples)).toBeGreaterThan(0.02 * samples + 3 * deviation)
})

import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import { normalQuantile } from "../numerics/normal.ts"
import { gaussianAbove, gaussianBelow, largestAbove, largestBelow, largestOf } from "./gaussian-extremes.ts"
import { seededRandom } from "./seeded-random.ts"
import { drawMany, kolmogorovDeviation } from "./testing/goodness-of-fit.ts"

const draws = 30_000
const logCdf = (x: number) => R.pnorm(x, 0, 1, true, true)
const logTail = (x: number) => R.pnorm(x, 0, 1, false, true)

// The distribution function of each extreme, from R's normal law.
const cdfOf = (count: number) => (x: number) => Math.exp(count * logCdf(x))
const cdfBelow = (count: number, bound: number) => (x: number) => Math.exp(count * (logCdf(x) - logCdf(bound)))
const cdfAbove = (count: number, bound: number) => (x: number) =>
  Math.exp(count * Math.log1p(-Math.exp(Math.min(0, logTail(x) - logTail(bound)))))

const counts = [1, 2, 10, 1000, 1e6, 1e9, 1e12, 1e15]

describe("largestOf", () => {
  test.each(counts)("%d follows the law of the largest", (count) => {
    const random = seededRandom(count)
    const sample = drawMany(draws, () => largestOf(random, count))
    expect(kolmogorovDeviation(sample, cdfOf(count))).toBeLessThan(5)
  })

  test("agrees with drawing all and keeping the largest", () => {
    const random = seededRandom("all")
    const sample = drawMany(draws, () => Math.max(...Array.from({ length: 20 }, () => random.gaussian())))
    expect(kolmogorovDeviation(sample, cdfOf(20))).toBeLessThan(5)
  })

  test("computed as the quantile of a root would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => normalQuantile(random.uniform() ** 1e-15))
    expect(kolmogorovDeviation(sample, cdfOf(1e15))).toBeGreaterThan(5)
  })

  test("of 2 % more would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(10 * draws, () => largestOf(random, 1020))
    expect(kolmogorovDeviation(sample, cdfOf(1000))).toBeGreaterThan(5)
  })
})

describe("largestBelow", () => {
  test.each([
    [1, 0],
    [1, -30],
    [1, 30],
    [3, -2],
    [10, 1],
    [1000, 3],
    [1000, -10],
    [1000, -35],
    [1e6, 4],
    [1e9, 30],
    [1e12, 7],
    [1e15, 8.5],
    [50, -1e4],
  ])("%d, %d follows the law of the largest of normals up to the bound", (count, bound) => {
    const random = seededRandom(count + bound)
    const sample = drawMany(draws, () => largestBelow(random, count, bound))
    expect(sample.every((x) => x <= bound)).toBe(true)
    expect(kolmogorovDeviation(sample, cdfBelow(count, bound))).toBeLessThan(5)
  })

  test("never exceeds the bound where the gap is finer than the numbers", () => {
    const random = seededRandom("gap")
    for (let i = 0; i < 1000; i++) {
      const x = largestBelow(random, 1e15, -30)
      expect(x <= -30 && x > -30.0000001).toBe(true)
    }
  })

  test("that forgot its bound would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => Math.min(3.5, largestOf(random, 1000)))
    expect(kolmogorovDeviation(sample, cdfBelow(1000, 3.5))).toBeGreaterThan(5)
  })
})

describe("largestAbove", () => {
  test.each([
    [1, 0],
    [1, -30],
    [1, 30],
    [3, -2],
    [10, 1],
    [1000, -3],
    [1000, 10],
    [1000, 37],
    [1e6, 4],
    [1e9, -30],
    [1e12, 7],
    [1e15, 30],
    [50, 1e4],
  ])("%d, %d follows the law of the largest of normals from the bound on", (count, bound) => {
    const random = seededRandom(count + bound)
    const sample = drawMany(draws, () => largestAbove(random, count, bound))
    expect(sample.every((x) => x >= bound)).toBe(true)
    expect(kolmogorovDeviation(sample, cdfAbove(count, bound))).toBeLessThan(5)
  })

  test("that took the largest of all for the largest above would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => Math.max(2, largestOf(random, 100)))
    expect(kolmogorovDeviation(sample, cdfAbove(100, 2))).toBeGreaterThan(5)
  })
})

describe.each([-1e4, -30, -8, -1, 0, 0.69, 0.71, 2, 8, 30, 37, 1e4])("with the bound %d", (bound) => {
  test("gaussianAbove and gaussianBelow are normals cut at the bound", () => {
    const random = seededRandom(bound)
    const above = drawMany(draws, () => gaussianAbove(random, bound))
    expect(above.every((x) => x >= bound)).toBe(true)
    expect(kolmogorovDeviation(above, cdfAbove(1, bound))).toBeLessThan(5)
    const below = drawMany(draws, () => gaussianBelow(random, -bound))
    expect(below.every((x) => x <= -bound)).toBe(true)
    expect(kolmogorovDeviation(below, cdfBelow(1, -bound))).toBeLessThan(5)
  })
})

describe("an extreme", () => {
  test("without an effective bound is a plain one", () => {
    const law = cdfOf(10)
    const random = seededRandom("plain")
    const below = drawMany(draws, () => largestBelow(random, 10, Number.POSITIVE_INFINITY))
    const above = drawMany(draws, () => largestAbove(random, 10, Number.NEGATIVE_INFINITY))
    expect(kolmogorovDeviation(below, law)).toBeLessThan(5)
    expect(kolmogorovDeviation(above, law)).toBeLessThan(5)
  })

  const random = seededRandom(1)
  test.each<[string, () => number]>([
    ["no draws", () => largestOf(random, 0)],
    ["half a draw", () => largestBelow(random, 0.5, 1)],
    ["2^53 draws and more", () => largestAbove(random, 2 ** 53, 1)],
    ["nothing below", () => largestBelow(random, 5, Number.NEGATIVE_INFINITY)],
    ["nothing above", () => largestAbove(random, 5, Number.POSITIVE_INFINITY)],
    ["a bound that is no number", () => gaussianAbove(random, Number.NaN)],
    ["nothing below a single draw", () => gaussianBelow(random, Number.NEGATIVE_INFINITY)],
  ])("of %s is refused", (_name, draw) => {
    expect(draw).toThrow(ArmisticeError)
    expect(draw).toThrow(/must be .*, got /)
  })
})

import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import { normalQuantile } from "../numerics/normal.ts"
import { drawLargestGaussian } from "./gaussian-extremes.ts"
import { seededRandom } from "./seeded-random.ts"
import { drawMany, kolmogorovDeviation } from "./testing/goodness-of-fit.ts"

const draws = 30_000
const logCdf = (x: number) => R.pnorm(x, 0, 1, true, true)

// Its distribution function, from R's normal law.
const createCdf = (count: number) => (x: number) => Math.exp(count * logCdf(x))

const counts = [1, 2, 10, 1000, 1e6, 1e9, 1e12, 1e15]

describe("largestOf", () => {
  test.each(counts)("%d follows the law of the largest", (count) => {
    const random = seededRandom(count)
    const sample = drawMany(draws, () => drawLargestGaussian(random, count))
    expect(kolmogorovDeviation(sample, createCdf(count))).toBeLessThan(5)
  })

  test("agrees with drawing all and keeping the largest", () => {
    const random = seededRandom("all")
    const sample = drawMany(draws, () => Math.max(...Array.from({ length: 20 }, () => random.gaussian())))
    expect(kolmogorovDeviation(sample, createCdf(20))).toBeLessThan(5)
  })

  test("computed as the quantile of a root would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => normalQuantile(random.uniform() ** 1e-15))
    expect(kolmogorovDeviation(sample, createCdf(1e15))).toBeGreaterThan(5)
  })

  test("of 2 % more would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(10 * draws, () => drawLargestGaussian(random, 1020))
    expect(kolmogorovDeviation(sample, createCdf(1000))).toBeGreaterThan(5)
  })
})

test.each([0, 0.5, 2 ** 53])("the largest of %d draws is refused", (count) => {
  const draw = () => drawLargestGaussian(seededRandom(1), count)
  expect(draw).toThrow(ArmisticeError)
  expect(draw).toThrow(/must be .*, got /)
})

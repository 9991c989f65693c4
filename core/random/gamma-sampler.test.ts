import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { seededRandom } from "./seeded-random.ts"
import { drawMany, kolmogorovDeviation, meanDeviation, varianceDeviation } from "./testing/goodness-of-fit.ts"

const draws = 50_000

describe("gamma", () => {
  test.each([0.05, 0.3, 0.999, 1, 1.5, 4, 30, 1e4])("of shape %d follows its law", (shape) => {
    const random = seededRandom(shape)
    const sample = drawMany(draws, () => random.gamma(shape))
    expect(kolmogorovDeviation(sample, (x) => R.pgamma(x, shape))).toBeLessThan(5)
    expect(meanDeviation(sample, { mean: shape, variance: shape })).toBeLessThan(5)
  })

  test.each([1e10, 1e15, 1e30, 1e100])("of the large shape %d is normal to within its skewness", (shape) => {
    const random = seededRandom(shape)
    const sample = drawMany(draws, () => (random.gamma(shape) - shape) / Math.sqrt(shape))
    // Near 1e30 neighbouring numbers are 1e14 apart, which is still 1/10 of a standard deviation.
    if (shape <= 1e15) expect(kolmogorovDeviation(sample, (x) => R.pnorm(x))).toBeLessThan(5)
    else expect(sample.every(Number.isFinite)).toBe(true)
  })

  test("of a tiny shape is often rounded to 0 and never NaN, as its logarithm demands", () => {
    const random = seededRandom("tiny")
    const shape = 1e-3
    const sample = drawMany(draws, () => random.gamma(shape))
    const zeros = sample.filter((x) => x === 0).length / draws
    // P(X < x) = x^shape / Γ(1 + shape) for small x.
    const expected = 2 ** (-1075 * shape) / R.gamma(1 + shape)
    expect(Math.abs(zeros - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / draws))
  })

  test("with a shape 2 % off would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => random.gamma(4 * 1.02))
    expect(kolmogorovDeviation(sample, (x) => R.pgamma(x, 4))).toBeGreaterThan(5)
  })

  test("of a small shape without the power of a uniform would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => random.gamma(1.3) * random.uniform())
    expect(kolmogorovDeviation(sample, (x) => R.pgamma(x, 0.3))).toBeGreaterThan(5)
  })
})

describe("beta", () => {
  test.each([
    [1, 1],
    [2, 3],
    [0.5, 0.5],
    [0.1, 4],
    [5, 0.7],
    [300, 20],
    [0.02, 0.03],
  ])("of %d and %d follows its law", (a, b) => {
    const random = seededRandom(a + 1000 * b)
    const sample = drawMany(draws, () => random.beta(a, b))
    const mean = a / (a + b)
    const variance = (mean * (1 - mean)) / (a + b + 1)
    expect(meanDeviation(sample, { mean, variance })).toBeLessThan(5)
    expect(varianceDeviation(sample, { mean, variance }, 3)).toBeLessThan(5)
    // Numbers near 1 are 1e-16 apart, so that for small shapes the law has atoms there: the test
    // looks below.
    const below = sample.filter((x) => x < 0.99)
    const top = R.pbeta(0.99, a, b)
    expect(kolmogorovDeviation(below, (x) => R.pbeta(x, a, b) / top)).toBeLessThan(5)
  })

  test("of tiny shapes is a coin between 0 and 1, never NaN", () => {
    const random = seededRandom("coin")
    const sample = drawMany(draws, () => random.beta(1e-5, 3e-5))
    expect(sample.every((x) => x >= 0 && x <= 1)).toBe(true)
    expect(meanDeviation(sample, { mean: 1 / 4, variance: 3 / 16 })).toBeLessThan(5)
  })

  test("with its parameters exchanged would be caught", () => {
    const random = seededRandom("planted")
    const sample = drawMany(draws, () => random.beta(3, 3.2))
    expect(kolmogorovDeviation(sample, (x) => R.pbeta(x, 3.2, 3))).toBeGreaterThan(5)
  })
})

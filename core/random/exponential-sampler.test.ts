import { describe, expect, test } from "vitest"
import { seededRandom } from "./seeded-random.ts"
import {
  chiSquareDeviation,
  drawMany,
  histogram,
  kolmogorovDeviation,
  meanDeviation,
  varianceDeviation,
} from "./testing/goodness-of-fit.ts"

const draws = 400_000
const cells = 500
const edges = Array.from({ length: cells - 1 }, (_, i) => -Math.log1p(-(i + 1) / cells))

function worstDeviation(sample: Float64Array): number {
  const law = { mean: 1, variance: 1 }
  const counts = histogram(sample, edges)
  let beyond = 0
  for (const x of sample) if (x > 9) beyond++
  const expected = sample.length * Math.exp(-9)
  return Math.max(
    meanDeviation(sample, law),
    varianceDeviation(sample, law, 6),
    kolmogorovDeviation(sample, (x) => -Math.expm1(-x)),
    chiSquareDeviation(
      counts,
      counts.map(() => sample.length / cells),
    ),
    Math.abs(beyond - expected) / Math.sqrt(expected),
  )
}

describe("exponential", () => {
  test("follows the law of rate 1, also beyond where the ziggurat ends", () => {
    const random = seededRandom("exponential")
    expect(worstDeviation(drawMany(draws, () => random.exponential()))).toBeLessThan(5)
  })

  test.each<[string, (x: number) => number]>([
    ["a rate 2 % off", (x) => 1.02 * x],
    ["a tail that is cut", (x) => Math.min(x, 7.697)],
    ["rounding to a coarse grid", (x) => Math.ceil(x * 100) / 100],
  ])("with %s would be caught", (_name, spoil) => {
    const random = seededRandom("planted")
    expect(worstDeviation(drawMany(draws, () => spoil(random.exponential())))).toBeGreaterThan(5)
  })
})

describe("laplace", () => {
  test("has an exponential size and a fair sign that does not depend on it", () => {
    const random = seededRandom("laplace")
    const scale = 2.5
    const sample = drawMany(draws, () => random.laplace(scale) / scale)
    expect(worstDeviation(sample.map(Math.abs))).toBeLessThan(5)
    expect(kolmogorovDeviation(sample, (x) => (x < 0 ? Math.exp(x) / 2 : 1 - Math.exp(-x) / 2))).toBeLessThan(5)
    const large = sample.filter((x) => Math.abs(x) > 7.7)
    const positive = large.filter((x) => x > 0).length
    expect(Math.abs(positive - large.length / 2)).toBeLessThan(5 * Math.sqrt(large.length / 4))
  })
})

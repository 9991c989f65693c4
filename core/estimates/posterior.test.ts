import { expect, test } from "vitest"
import { betaCdf } from "../numerics/beta-law.ts"
import { computeBestChances, meanLaw } from "./posterior.ts"
import type { ReleasedSum } from "./released-sum.ts"

const createSum = (
  value: number,
  count: number,
  scale: number,
  noise: "gaussian" | "laplace" = "gaussian",
): ReleasedSum => ({
  value,
  parts: [{ count, weight: 1, noise, scale }],
  kind: "running",
  look: 1,
})

test("with hardly any noise the law is Beta(successes + 1, failures + 1)", () => {
  for (const [successes, count] of [
    [3, 10],
    [400, 1000],
    [9, 9],
    [0, 50],
  ]) {
    const { points, below } = meanLaw(createSum(successes, count, 1e-3))
    for (let k = 0; k < points.length; k += 10)
      expect(Math.abs(below[k] - betaCdf(successes + 1, count - successes + 1, points[k]))).toBeLessThan(0.01)
  }
})

test("with much noise it is the noise's law, cut to [0, 1]", () => {
  const { points, below } = meanLaw(createSum(50, 100, 1000))
  expect(points[0]).toBe(0)
  expect(points.at(-1)).toBe(1)
  for (let k = 0; k < points.length; k += 10) expect(below[k]).toBeCloseTo(points[k], 2)
})

test("sums far outside what rewards can be still give a law, near the end", () => {
  for (const value of [-40, 140])
    for (const noise of ["gaussian", "laplace"] as const) {
      const { points, below } = meanLaw(createSum(value, 100, 3, noise))
      expect(below.every((chance) => chance >= 0 && chance <= 1)).toBe(true)
      const median = points[below.findIndex((chance) => chance >= 0.5)]
      expect(value < 0 ? median < 0.05 : median > 0.95).toBe(true)
    }
})

test("the chance to be best: even for equal arms, Φ of the distance for two Gaussians, sums to one", () => {
  const law = meanLaw(createSum(5000, 10_000, 0.1))
  for (const chance of computeBestChances([law, law, law])) expect(chance).toBeCloseTo(1 / 3, 3)
  // Deviation of a mean is 0.005, so 0.01 apart is √2 deviations of the difference: Φ(√2) = 0.9214.
  const [better] = computeBestChances([meanLaw(createSum(5100, 10_000, 0.1)), law])
  expect(better).toBeCloseTo(0.9214, 2)
})

test("the chances of many arms are found on points that all share, and are the same as for few", () => {
  const laws = Array.from({ length: 60 }, (_arm, k) => meanLaw(createSum(40 + (k % 7), 100, 2)))
  laws.push(meanLaw(createSum(5600, 10_000, 1)), meanLaw(createSum(5550, 10_000, 1)), meanLaw(createSum(6, 10, 1)))
  // Two arms that are hardly ever best make them many.
  const weak = meanLaw(createSum(36, 100, 2))
  const few = computeBestChances(laws)
  const many = computeBestChances([...laws, weak, weak])
  for (const [arm, chance] of few.entries()) expect(Math.abs(many[arm] - chance)).toBeLessThan(2e-3)
  expect(many[laws.length]).toBeGreaterThan(0)
  expect(many.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
})

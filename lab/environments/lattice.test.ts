import { seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createBetaLaw } from "./beta-law.ts"
import type { Environment } from "./environment.ts"
import { computeLatticeProbabilities, createLatticedEnvironment } from "./lattice.ts"
import { createTruncatedExponentialLaw } from "./truncated-exponential-law.ts"
import { createTruncatedGaussianLaw } from "./truncated-gaussian-law.ts"

const laws = [
  createBetaLaw(0.95, 4),
  createBetaLaw(0.3, 0.4),
  createTruncatedGaussianLaw(-0.5, 0.25),
  createTruncatedExponentialLaw(10),
]

test("the lattice keeps every mean to 1e-12 and its probabilities add to 1", () => {
  for (const law of laws)
    for (const steps of [2, 64, 1024]) {
      const probabilities = computeLatticeProbabilities(law, steps)
      const total = probabilities.reduce((sum, probability) => sum + probability, 0)
      const mean = probabilities.reduce((sum, probability, point) => sum + (probability * point) / steps, 0)
      expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0)
      expect(Math.abs(total - 1)).toBeLessThan(1e-12)
      expect(Math.abs(mean - law.mean)).toBeLessThan(1e-12)
    }
})

test("single rewards follow the lattice's probabilities (chi-square, 5 deviations)", () => {
  const probabilities = computeLatticeProbabilities(laws[0], 16)
  const environment = createLatticedEnvironment("beta", laws, [0, 0, 0, 0], 16)
  const random = seededRandom(1)
  const counts = new Array<number>(17).fill(0)
  const draws = 100_000
  for (let k = 0; k < draws; k++) counts[environment.reward(0, k, random) * 16]++
  expect(chiSquare(counts, probabilities, draws)).toBeLessThan(16 + 5 * Math.sqrt(32))
  const planted = probabilities.map((probability, point) => probability + (point === 16 ? 0.01 : -0.01 / 16))
  expect(chiSquare(counts, planted, draws)).toBeGreaterThan(16 + 5 * Math.sqrt(32))
})

function chiSquare(counts: readonly number[], probabilities: Float64Array, draws: number): number {
  let sum = 0
  for (const [point, count] of counts.entries()) {
    const expected = draws * probabilities[point]
    if (expected > 5) sum += (count - expected) ** 2 / expected
  }
  return sum
}

describe("sums of rewards, drawn at once and one by one, have one law", () => {
  const means = laws.map((law) => law.mean)
  const environment = createLatticedEnvironment("mixed", laws, means, 16)

  test.each([5, 90, 150, 5000])("%i rewards: mean, variance and skewness agree within 5 standard errors", (count) => {
    for (let arm = 0; arm < laws.length; arm++) {
      const draws = count > 1000 ? 1000 : 4000
      const together = standardised(environment, arm, count, draws, (random) => environment.sum(arm, 0, count, random))
      const apart = standardised(environment, arm, count, draws, (random) => {
        let sum = 0
        for (let k = 0; k < count; k++) sum += environment.reward(arm, k, random)
        return sum
      })
      for (const power of [1, 2, 3]) {
        const [a, b] = [moment(together, power), moment(apart, power)]
        expect(Math.abs(a.mean - b.mean), `arm ${arm}, power ${power}`).toBeLessThan(5 * Math.hypot(a.error, b.error))
      }
      // The planted mistake: one reward too many.
      const wrong = standardised(environment, arm, count, draws, (random) =>
        environment.sum(arm, 0, Math.ceil(count * 1.1), random),
      )
      const [a, b] = [moment(wrong, 1), moment(apart, 1)]
      if (count > 50) expect(Math.abs(a.mean - b.mean)).toBeGreaterThan(5 * Math.hypot(a.error, b.error))
    }
  })

  test("a sum is a multiple of the step, at most the count, even for 10¹² rewards", () => {
    const random = seededRandom(3)
    for (const count of [1, 1000, 1e6, 1e12]) {
      const sum = environment.sum(0, 0, count, random)
      expect(Number.isInteger(sum * 16)).toBe(true)
      expect(sum).toBeLessThanOrEqual(count)
      expect(Math.abs(sum - count * means[0])).toBeLessThan(6 * Math.sqrt(count * 0.02) + 1)
    }
  })
})

function standardised(
  environment: Environment,
  arm: number,
  count: number,
  draws: number,
  draw: (random: ReturnType<typeof seededRandom>) => number,
): number[] {
  const random = seededRandom(`sums ${arm} ${count} ${draw.toString().length}`)
  return Array.from({ length: draws }, () => (draw(random) - count * environment.means[arm]) / Math.sqrt(count))
}

function moment(values: readonly number[], power: number): { mean: number; error: number } {
  const powers = values.map((value) => value ** power)
  const mean = powers.reduce((sum, value) => sum + value, 0) / powers.length
  const variance = powers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / powers.length
  return { mean, error: Math.sqrt(variance / powers.length) }
}

import { seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createBetaLaw } from "./beta-law.ts"
import type { RewardLaw } from "./reward-law.ts"
import { createTruncatedExponentialLaw } from "./truncated-exponential-law.ts"
import { createTruncatedGaussianLaw } from "./truncated-gaussian-law.ts"

const laws: [string, RewardLaw][] = [
  ["Beta, mean .95 and concentration 4", createBetaLaw(0.95, 4)],
  ["Beta, mean .15 and concentration .5", createBetaLaw(0.15, 0.5)],
  ["Beta, mean .4 and concentration 300", createBetaLaw(0.4, 300)],
  ["truncated Gaussian inside", createTruncatedGaussianLaw(0.6, 0.2)],
  ["truncated Gaussian from below", createTruncatedGaussianLaw(-1, 0.3)],
  ["truncated Gaussian from above", createTruncatedGaussianLaw(1.5, 0.2)],
  ["truncated Gaussian, wide", createTruncatedGaussianLaw(0.3, 10)],
  ["truncated Gaussian, narrow", createTruncatedGaussianLaw(0.3, 0.001)],
  ["truncated exponential, rate 10", createTruncatedExponentialLaw(10)],
  ["truncated exponential, rate .1", createTruncatedExponentialLaw(0.1)],
  ["truncated exponential, rate 0", createTruncatedExponentialLaw(0)],
  ["truncated exponential, rate -5", createTruncatedExponentialLaw(-5)],
]

/** ∫ f over [0, x] by the midpoint rule, fine enough for 1e-6. */
function integrate(f: (x: number) => number, x: number): number {
  const pieces = 20_000
  let sum = 0
  for (let k = 0; k < pieces; k++) sum += f(((k + 0.5) * x) / pieces)
  return (sum * x) / pieces
}

describe.each(laws)("%s", (_name, law) => {
  test("its distribution function rises from 0 to 1", () => {
    expect(law.cdf(0)).toBeCloseTo(0, 14)
    expect(law.cdf(1)).toBeCloseTo(1, 14)
    let before = 0
    for (let k = 0; k <= 1000; k++) {
      expect(law.cdf(k / 1000)).toBeGreaterThanOrEqual(before - 1e-14)
      before = law.cdf(k / 1000)
    }
  })

  test("its mean and partial means agree with its distribution function: E[X; X ≤ x] = x F(x) - ∫₀ˣ F", () => {
    expect(law.partialMean(1)).toBeCloseTo(law.mean, 12)
    for (const x of [0.1, 0.35, 0.7, 0.95, 1])
      expect(law.partialMean(x)).toBeCloseTo(x * law.cdf(x) - integrate(law.cdf, x), 5)
  })

  test("its draws have that mean, and each tenth of the probability (5 standard errors)", () => {
    const random = seededRandom(`law ${_name}`)
    const draws = Array.from({ length: 40_000 }, () => law.draw(random))
    expect(draws.every((draw) => draw >= 0 && draw <= 1)).toBe(true)
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length
    expect(Math.abs(mean - law.mean)).toBeLessThan(5 * Math.sqrt(variance / draws.length))
    const tenths = new Array<number>(10).fill(0)
    for (const draw of draws) tenths[Math.min(9, Math.floor(law.cdf(draw) * 10))]++
    const deviation = Math.sqrt(draws.length * 0.1 * 0.9)
    for (const count of tenths) expect(Math.abs(count - draws.length / 10)).toBeLessThan(5 * deviation)
    // A law moved by a hundredth would be noticed wherever the spread is ordinary.
    if (variance > 0.001)
      expect(Math.abs(mean - (law.mean + 0.01))).toBeGreaterThan(3 * Math.sqrt(variance / draws.length))
  })
})

test("exponential rewards of rate 1 have mean 1 - 1/(e - 1)", () => {
  expect(createTruncatedExponentialLaw(1).mean).toBeCloseTo(1 - 1 / (Math.E - 1), 15)
  expect(createTruncatedExponentialLaw(1e-9).mean).toBeCloseTo(0.5 - 1e-9 / 12, 15)
})

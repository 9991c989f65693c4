import fc from "fast-check"
import { expect, test } from "vitest"
import { bernoulliKl } from "./bernoulli-kl.ts"
import { privateKl, privateKlUpperBound } from "./private-kl.ts"

const unit = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => (value < 1e-290 ? 0 : value))
const epsilons = fc.double({ min: -7, max: 7, noNaN: true }).map((power) => Math.exp(power))

/**
 * min over z between x and y of ε|z - x| + kl(z, y), by golden section: both terms are convex in z.
 */
function byMinimising(epsilon: number, x: number, y: number): number {
  const cost = (z: number) => epsilon * Math.abs(z - x) + bernoulliKl(z, y)
  let low = Math.min(x, y)
  let high = Math.max(x, y)
  const ratio = (Math.sqrt(5) - 1) / 2
  for (let step = 0; step < 100; step++) {
    const left = high - ratio * (high - low)
    const right = low + ratio * (high - low)
    if (cost(left) < cost(right)) high = right
    else low = left
  }
  return Math.min(cost(x), cost(y), cost((low + high) / 2))
}

test("the closed form is the minimum over z", () => {
  fc.assert(
    fc.property(epsilons, unit, unit, (epsilon, x, y) => {
      const least = byMinimising(epsilon, x, y)
      expect(Math.abs(privateKl(epsilon, x, y) - least)).toBeLessThanOrEqual(1e-9 * (1e-3 + least))
    }),
    { numRuns: 3000, seed: 1 },
  )
})

test("a closed form with z* forgotten is not the minimum", () => {
  expect(bernoulliKl(0.1, 0.9)).toBeGreaterThan(1.5 * byMinimising(1, 0.1, 0.9))
})

test("values by hand: ε(y - x) bounds it, kl is it for large ε, and it is finite at the ends", () => {
  // z* = 0.5 / (0.5 + 0.5 e) = 0.268941 > 0.1, so d = -0.1 - ln(1 - 0.5 (1 - 1/e)).
  expect(privateKl(1, 0.1, 0.5)).toBeCloseTo(-0.1 - Math.log(1 - 0.5 * (1 - Math.exp(-1))), 14)
  expect(privateKl(1, 0.4, 0.5)).toBe(bernoulliKl(0.4, 0.5))
  expect(privateKl(2, 0.25, 1)).toBe(1.5)
  expect(privateKl(2, 0.75, 0)).toBe(1.5)
  expect(privateKl(1e9, 0.3, 1)).toBe(0.7 * 1e9)
  expect(privateKl(1e9, 0, 0.5)).toBeCloseTo(Math.LN2, 15)
  expect(privateKl(1e-9, 0.2, 0.7)).toBeCloseTo(0.5e-9, 17)
  expect(privateKl(3, 0.4, 0.4)).toBe(0)
})

test("the upper bound is the last y whose cost is within the level", () => {
  fc.assert(
    fc.property(epsilons, unit, fc.double({ min: 1e-6, max: 20, noNaN: true }), (epsilon, x, level) => {
      const bound = privateKlUpperBound(epsilon, x, level)
      expect(bound).toBeGreaterThanOrEqual(x)
      expect(bound).toBeLessThanOrEqual(1)
      // Both sides are compared a little apart: the bound itself carries rounding.
      expect(privateKl(epsilon, x, x + (bound - x) * (1 - 1e-9))).toBeLessThanOrEqual(level * (1 + 1e-12) + 1e-15)
      const beyond = bound + 1e-7 * (1 - bound) + 1e-12
      if (beyond < 1) expect(privateKl(epsilon, x, beyond)).toBeGreaterThan(level * (1 - 1e-9))
    }),
    { numRuns: 3000, seed: 2 },
  )
})

test("the upper bound by hand: 1 once ε(1 - x) is within the level, and its closed form from x = 0", () => {
  expect(privateKlUpperBound(1, 0.25, 0.75)).toBe(1)
  expect(privateKlUpperBound(1, 1, 0)).toBe(1)
  expect(privateKlUpperBound(1, 0, 0.5)).toBeCloseTo((1 - Math.exp(-0.5)) / (1 - Math.exp(-1)), 14)
  expect(privateKlUpperBound(1e9, 0, 0.5)).toBeCloseTo(1 - Math.exp(-0.5), 14)
  expect(privateKlUpperBound(1, 0.3, 0)).toBe(0.3)
})

// Facts (i) to (iii) of docs/theory.md about 𝒟 and n*, at random points.

import { seededRandom } from "@armistice/core"
import { bernoulliKl } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import { computePrivateDivergence, findPullsForLevel } from "./private-divergence.ts"

const random = seededRandom("facts")
const logit = (x: number): number => Math.log(x / (1 - x))
const points = Array.from({ length: 300 }, () => {
  const x = 0.02 + 0.8 * random.uniform()
  const y = x + (0.98 - x) * (0.05 + 0.9 * random.uniform())
  return { x, y, eta: 10 ** (3 * random.uniform() - 2), n: 10 ** (5 * random.uniform()), c: 1 + 9 * random.uniform() }
})

test("the divergence is the least over z of what sampling and noise take together", () => {
  for (const { x, y, eta, n } of points) {
    const at = (z: number): number => n * bernoulliKl(z, y) + (eta * n * (z - x)) ** 2 / 2
    const found = computePrivateDivergence(eta, n, x, y)
    for (let k = 0; k <= 200; k++) expect(found).toBeLessThanOrEqual(at(x + ((y - x) * k) / 200) * (1 + 1e-12))
  }
})

test("fact (i): it grows at least as n and at most as n², so n* is bracketed", () => {
  for (const { x, y, eta, n, c } of points) {
    const one = computePrivateDivergence(eta, n, x, y)
    const more = computePrivateDivergence(eta, c * n, x, y)
    expect(more).toBeGreaterThanOrEqual(c * one * (1 - 1e-11))
    expect(more).toBeLessThanOrEqual(c * c * one * (1 + 1e-11))
    const level = one
    const pulls = findPullsForLevel(eta, level, x, y)
    expect(Math.abs(pulls / n - 1)).toBeLessThan(1e-9)
    expect(findPullsForLevel(eta, level / c, x, y)).toBeGreaterThanOrEqual((pulls / c) * (1 - 1e-9))
    expect(findPullsForLevel(eta, level / c ** 2, x, y)).toBeLessThanOrEqual((pulls / c) * (1 + 1e-9))
    const middle = (x + y) / 2
    const least = Math.max(level / bernoulliKl(x, y), Math.sqrt(2 * level) / (eta * (y - x)))
    const most = Math.max(level / bernoulliKl(middle, y), Math.sqrt(8 * level) / (eta * (y - x)))
    expect(pulls).toBeGreaterThanOrEqual(least * (1 - 1e-9))
    expect(pulls).toBeLessThanOrEqual(most * (1 + 1e-9))
  }
})

test("fact (ii): with eta fixed privacy costs a constant, k²/(2η²), and nothing to first order", () => {
  for (const { x, y, eta } of points.filter((point) => point.eta > 0.1)) {
    const k = logit(x) - logit(y)
    const constant = k ** 2 / (2 * eta ** 2)
    // The remainder falls as 1/n, from where the noise is small beside the sampling.
    const gap = (n: number): number => n * bernoulliKl(x, y) - computePrivateDivergence(eta, n, x, y) - constant
    const n = 1e5 * Math.max(1, 1 / eta ** 2) * (1 + Math.abs(k))
    expect(Math.abs(gap(n))).toBeLessThan(0.02 * constant + 1e-6)
    expect(Math.abs(gap(8 * n))).toBeLessThan(0.25 * Math.abs(gap(n)) + 1e-5 * constant + 1e-6)
    const level = computePrivateDivergence(eta, n, x, y)
    expect(Math.abs(n - (level + constant) / bernoulliKl(x, y))).toBeLessThan(
      (0.02 * constant + 1e-6) / bernoulliKl(x, y),
    )
  }
})

test("fact (iii): where η² ln T is small, n* is √(2 ln T)/(η(y - x)), whatever kl is", () => {
  for (const { x, y } of points) {
    const level = 10
    const beside = (eta: number): number => (findPullsForLevel(eta, level, x, y) * eta * (y - x)) / Math.sqrt(2 * level)
    expect(beside(1e-7)).toBeCloseTo(1, 1)
    expect(Math.abs(beside(1e-9) - 1)).toBeLessThan(0.2 * Math.abs(beside(1e-6) - 1) + 1e-6)
  }
})

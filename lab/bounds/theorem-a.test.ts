// Theorem A exactly: whatever a private policy does with n rewards, it does not tell two means
// apart better than a noisy sum would.

import { seededRandom } from "@armistice/core"
import { normalCdf } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import { computeLimit, noisyCount } from "./noisy-count.ts"

/** Binomial probabilities, by their recurrence from 0: the numbers here are small enough. */
function binomial(n: number, p: number): number[] {
  const list = [(1 - p) ** n]
  for (let k = 0; k < n; k++) list.push((list[k] * (n - k) * p) / ((k + 1) * (1 - p)))
  return list
}

const meanOver = (weights: readonly number[], values: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * values[index], 0)

/** The smallest chance under `y` that Theorem A allows for an event of `chance` under `mean`. */
function leastChance(n: number, mean: number, y: number, eta: number, chance: number): number {
  const at = (c: number) => Array.from({ length: n + 1 }, (_, i) => normalCdf(c - eta * i))
  const weights = binomial(n, mean)
  let [low, high] = [-60, 60 + eta * n]
  for (let step = 0; step < 90; step++) {
    const middle = (low + high) / 2
    if (meanOver(weights, at(middle)) < chance) low = middle
    else high = middle
  }
  return meanOver(binomial(n, y), at(low))
}

/**
 * A random kernel: the event's chance given i ones; its probit falls by at most `steepest` per one.
 */
function kernel(n: number, steepest: number, random: ReturnType<typeof seededRandom>): number[] {
  let probit = 5 * random.uniform() - 1
  const isSteep = random.uniform() < 0.6
  return Array.from({ length: n + 1 }, () => {
    const chance = normalCdf(probit)
    const step = isSteep && random.uniform() < 0.9 ? -1 : 2 * random.uniform() - 1
    probit += step * steepest
    return chance
  })
}

/** How often of 400 kernels the theorem is contradicted. */
function contradictions(steepness: number): number {
  const random = seededRandom("kernels")
  let found = 0
  for (let trial = 0; trial < 400; trial++) {
    const n = 3 + random.integer(150)
    const mean = 0.05 + 0.5 * random.uniform()
    const y = mean + 0.05 + (0.93 - mean) * random.uniform()
    const eta = 10 ** (2.5 * random.uniform() - 2)
    const g = kernel(n, steepness * eta, random)
    const here = meanOver(binomial(n, mean), g)
    const there = meanOver(binomial(n, y), g)
    if (there < leastChance(n, mean, y, eta, here) * (1 - 1e-9) - 1e-13) found += 1
  }
  return found
}

test("no kernel of an eta-GDP policy contradicts it, and kernels half as steep again do", () => {
  expect(contradictions(1)).toBe(0)
  expect(contradictions(1.5)).toBeGreaterThan(40)
})

test("it cannot be improved: the noisy sum attains it", () => {
  const [n, mean, y, eta] = [40, 0.3, 0.6, 0.7]
  const g = Array.from({ length: n + 1 }, (_, i) => normalCdf(9 - eta * i))
  const least = leastChance(n, mean, y, eta, meanOver(binomial(n, mean), g))
  expect(meanOver(binomial(n, y), g)).toBeCloseTo(least, 12)
})

test("chances in blocks enclose the chance in full, and a limit is never too small", () => {
  const random = seededRandom("blocks")
  for (let trial = 0; trial < 60; trial++) {
    const n = 2 + random.integer(2000)
    const p = 0.02 + 0.96 * random.uniform()
    const eta = 10 ** (3 * random.uniform() - 2)
    const exact = (c: number): number => noisyCount(n, p, eta, n + 1).over(c)
    const coarse = noisyCount(n, p, eta, 60)
    for (let k = 0; k < 5; k++) {
      const c = eta * n * p + (4 * random.uniform() - 2) * (1 + eta * Math.sqrt(n))
      expect(coarse.under(c)).toBeLessThanOrEqual(exact(c))
      expect(coarse.over(c)).toBeGreaterThanOrEqual(exact(c) - 1e-13)
    }
    const chance = 0.9 * random.uniform()
    expect(exact(computeLimit(chance, n, eta, coarse))).toBeGreaterThanOrEqual(chance)
  }
  // In full they are the sums themselves.
  const weights = binomial(30, 0.4)
  const whole = meanOver(
    weights,
    weights.map((_, i) => normalCdf(5 - 0.5 * i)),
  )
  expect(noisyCount(30, 0.4, 0.5).over(5)).toBeCloseTo(whole, 12)
})

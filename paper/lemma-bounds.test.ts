import { expect, test } from "vitest"
import {
  boundInverseChance,
  computeMisled,
  computeOverdraw,
  integrate,
  inverseChance,
  proofSums,
  pullRatio,
} from "./lemma-bounds.ts"

test("Simpson's rule integrates", () => {
  expect(integrate(Math.sin, 0, Math.PI)).toBeCloseTo(2, 10)
})

test("one Bernoulli reward: the expectation is that of its two outcomes", () => {
  // P(N(0, 1) > 1/2) = 0.3085, P(N(0, 1) > -1/2) = 0.6915.
  expect(inverseChance(1, 0.5, 1)).toBeCloseTo(0.5 / 0.308537539 + 0.5 / 0.691462461 - 1, 6)
})

test("the level of Bernoulli rewards is below the bound for any rewards", () => {
  for (const variance of [1, 3, 14])
    for (const count of [1, 2, 10, 200])
      for (const mean of [0.1, 0.5, 0.9])
        expect(inverseChance(count, mean, variance)).toBeLessThan(boundInverseChance(variance, 0))
})

test("the chance of an overdraw is that of the union bound at most, and nearly it", () => {
  const [alpha, horizon, gap] = [1, 1e6, 0.2]
  const printed = 2
  expect(computeOverdraw(alpha, horizon, gap)).toBeLessThan(printed)
  expect(computeOverdraw(alpha, horizon, gap)).toBeGreaterThan(printed / 100)
})

test("deviations of a mean are those of the binomial law", () => {
  // T = 2: one reward and two; the radius is √ln(2 · 0.8²) = 0.4969 for one and 0.3513 for two.
  const gap = 0.8
  const one = 1
  const two = 2 * 0.25
  expect(computeMisled(2, gap, 0.5)).toBeCloseTo(gap * gap * (2 * one + 4 * two), 9)
})

test("Lemma D.3 holds with two arms, and a history that is not one breaks it", () => {
  const drawn = (centre: number) => ({ centre, deviation: 0.5 })
  expect(pullRatio([drawn(0.6), drawn(0.4)], 1, 0.5)).toBeLessThanOrEqual(1 + 1e-9)
  expect(pullRatio([drawn(0.6), drawn(0.4), { centre: 0.45, deviation: 0 }], 2, 0.5)).toBeLessThanOrEqual(1 + 1e-9)
  // A level above which arm i alone may be pulled is not one of the lemma's.
  expect(pullRatio([{ centre: 0.2, deviation: 0.01 }, drawn(0.9)], 1, 0.1)).toBeLessThan(1)
})

test("the sums of the proof of Lemma C.1 do not change with more terms", () => {
  const { first, second } = proofSums()
  expect(first).toBeGreaterThan(3)
  expect(second).toBeGreaterThan(6.9)
})

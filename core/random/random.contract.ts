// The contract of every Random, whatever its source.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import type { Random } from "./random.ts"
import { drawMany, meanDeviation, varianceDeviation } from "./testing/goodness-of-fit.ts"

const shape = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
const probability = fc.double({ min: 0, max: 1, noNaN: true })

const wrongCalls: Record<string, (random: Random, value: number) => number> = {
  "integer bound": (random, value) => random.integer(value),
  "laplace scale": (random, value) => random.laplace(value),
  "gamma shape": (random, value) => random.gamma(value),
  "beta a": (random, value) => random.beta(value, 1),
  "beta b": (random, value) => random.beta(1, value),
  "binomial trials": (random, value) => random.binomial(value - 0.5, 0.5),
  "binomial p": (random, value) => random.binomial(10, value - 0.5),
}

/**
 * A secure generator has no seed to fix, so its limit is 6 standard errors: one false alarm in 20
 * million runs.
 */
export function everyRandom(name: string, make: () => Random): void {
  describe(`${name} is a Random:`, () => {
    test("uniform is strictly between 0 and 1, with 53 bits", () => {
      const random = make()
      let fine = 0
      for (let i = 0; i < 10_000; i++) {
        const u = random.uniform()
        if (!(u > 0 && u < 1 && Number.isInteger(u * 2 ** 53))) expect.unreachable(`${u} is no such number`)
        if (!Number.isInteger(u * 2 ** 52)) fine++
      }
      expect(Math.abs(fine - 5000)).toBeLessThan(6 * 50)
    })

    test("integer is a whole number from 0 to bound - 1", () => {
      const random = make()
      fc.assert(
        fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (bound) => {
          const k = random.integer(bound)
          expect(Number.isInteger(k) && k >= 0 && k < bound).toBe(true)
        }),
      )
      expect(random.integer(1)).toBe(0)
    })

    test("binomial is a whole number from 0 to trials, and certain where p is", () => {
      const random = make()
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2 ** 53 - 1 }), probability, (trials, p) => {
          const count = random.binomial(trials, p)
          expect(Number.isInteger(count) && count >= 0 && count <= trials).toBe(true)
          expect(random.binomial(trials, 0)).toBe(0)
          expect(random.binomial(trials, 1)).toBe(trials)
        }),
      )
    })

    test("gamma, beta, exponential and laplace stay in their ranges, and none is NaN", () => {
      const random = make()
      fc.assert(
        fc.property(shape, shape, (a, b) => {
          expect(random.gamma(a)).toBeGreaterThanOrEqual(0)
          const beta = random.beta(a, b)
          expect(beta >= 0 && beta <= 1).toBe(true)
          expect(random.exponential()).toBeGreaterThan(0)
          expect(Number.isFinite(random.laplace(a)) && random.laplace(a) !== 0).toBe(true)
          expect(Number.isFinite(random.gaussian())).toBe(true)
        }),
      )
    })

    test.each(Object.entries(wrongCalls))("%s out of range is refused", (_name, call) => {
      const random = make()
      for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(() => call(random, value)).toThrow(ArmisticeError)
        expect(() => call(random, value)).toThrow(/must be .*, got /)
      }
    })

    test.each<[string, (random: Random) => number, number, number, number]>([
      ["uniform", (random) => random.uniform(), 1 / 2, 1 / 12, -1.2],
      ["integer(6)", (random) => random.integer(6), 5 / 2, 35 / 12, -1.27],
      ["gaussian", (random) => random.gaussian(), 0, 1, 0],
      ["exponential", (random) => random.exponential(), 1, 1, 6],
      ["laplace(2)", (random) => random.laplace(2), 0, 8, 3],
      ["gamma(0.4)", (random) => random.gamma(0.4), 0.4, 0.4, 15],
      ["gamma(5)", (random) => random.gamma(5), 5, 5, 1.2],
      ["beta(2, 3)", (random) => random.beta(2, 3), 2 / 5, 1 / 25, -0.64],
      ["binomial(12, 0.25)", (random) => random.binomial(12, 0.25), 3, 2.25, -0.05],
      ["binomial(200, 0.75)", (random) => random.binomial(200, 0.75), 150, 37.5, -0.003],
    ])("%s has its mean and variance", (_name, draw, mean, variance, excess) => {
      const random = make()
      const sample = drawMany(20_000, () => draw(random))
      expect(meanDeviation(sample, { mean, variance })).toBeLessThan(6)
      expect(varianceDeviation(sample, { mean, variance }, excess)).toBeLessThan(6)
    })
  })
}

import { normalCdf } from "@armistice/core/numerics"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  chainBound,
  failureBound,
  failureLimit,
  findFewestDraws,
  findWorstFailure,
  logFailure,
} from "./failure-probability.ts"

const binomial = (n: number, k: number): number => (k === 0 ? 1 : (binomial(n, k - 1) * (n - k + 1)) / k)

/** The sum as it is written, for small n and few draws. */
function plainFailure(n: number, mean: number, variance: number, draws: number): number {
  let sum = 0
  for (let k = 0; k <= n; k++)
    sum +=
      binomial(n, k) * mean ** k * (1 - mean) ** (n - k) * normalCdf((mean - k / n) * Math.sqrt(n / variance)) ** draws
  return sum
}

test("in logarithms it is the sum as it is written", () => {
  const mean = fc.double({ min: 0.01, max: 0.99, noNaN: true })
  const setting = fc.tuple(fc.integer({ min: 1, max: 20 }), mean, fc.double({ min: 1, max: 14, noNaN: true }))
  fc.assert(
    fc.property(setting, fc.integer({ min: 1, max: 60 }), ([n, mu, variance], draws) => {
      const plain = plainFailure(n, mu, variance, draws)
      expect(Math.exp(logFailure(n, mu, variance, draws)) / plain).toBeCloseTo(1, 9)
    }),
  )
})

test("the worst found is at least every point looked at, and the bound is above it", () => {
  const point = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0.02, max: 0.98, noNaN: true }))
  const worst = findWorstFailure(3, 40, 64)
  fc.assert(
    fc.property(point, ([n, mean]) => {
      expect(logFailure(n, mean, 3, 40)).toBeLessThanOrEqual(worst.log + 1e-3)
    }),
  )
  expect(failureBound(3, 40)).toBeGreaterThan(Math.exp(worst.log))
  expect(failureBound(3, 40)).toBeGreaterThan(failureLimit(3, 40))
})

test("with many rewards of mean 1/2 the probability comes near its limit", () => {
  expect(Math.exp(logFailure(20000, 0.5, 3, 40)) / failureLimit(3, 40)).toBeCloseTo(1, 2)
})

describe("draws that do, by the bound for any rewards, as found independently", () => {
  test.each([
    [1e6, [470, 102, 48, 33, 27]],
    [1e4, [121, 49, 30, 23, 19]],
  ])("T = %d", (horizon, expected) => {
    const found = [0, 0.25, 0.5, 0.75, 1].map((alpha) =>
      findFewestDraws(1 / horizon, (draws) => failureBound(Math.log(horizon) ** alpha, draws)),
    )
    expect(found).toEqual(expected)
  })
})

test("at α = 1 the printed chain reaches 3/T and the corrected one does not", () => {
  expect(chainBound(1, 1e6, 57, true)).toBeLessThan(3e-6)
  expect(chainBound(1, 1e6, 57, false)).toBeCloseTo(0.879 ** 57, 5)
})

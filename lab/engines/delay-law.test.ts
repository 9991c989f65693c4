import { seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { createDelayLaw, type DelaySpec } from "./delay-law.ts"

const draws = 40_000

describe.each<[DelaySpec, { readonly mean: number; readonly deviation: number }]>([
  [
    { kind: "fixed", rounds: 7 },
    { mean: 7, deviation: 0 },
  ],
  [
    { kind: "geometric", mean: 20 },
    { mean: 20, deviation: Math.sqrt(20 * 21) },
  ],
  // Rounded down: half a round less on average, to within 1e-3 of a round for means of tens.
  [
    { kind: "exponential", mean: 50 },
    { mean: 49.5, deviation: 50 },
  ],
  [
    { kind: "lognormal", mean: 300, sigma: 1 },
    { mean: 299.5, deviation: 300 * Math.sqrt(Math.E - 1) },
  ],
])("%j", (spec, { mean, deviation }) => {
  const law = createDelayLaw(spec)
  const random = seededRandom(3)
  const values = Array.from({ length: draws }, () => law.draw(random))

  test("has its mean, in whole rounds", () => {
    const error = (5 * deviation) / Math.sqrt(draws) + 0.01
    expect(Math.abs(values.reduce((a, b) => a + b, 0) / draws - mean)).toBeLessThanOrEqual(error)
    expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
  })

  test.each([1, 7, 8, 30, 120, 1000])("is within %d rounds as often as it says", (window) => {
    const chance = law.chanceWithin(window)
    const share = values.filter((value) => value < window).length / draws
    expect(Math.abs(share - chance)).toBeLessThanOrEqual(5 * Math.sqrt((chance * (1 - chance)) / draws) + 1e-12)
  })
})

test("quantiles of the laws", () => {
  expect(createDelayLaw({ kind: "exponential", mean: 100 }).chanceWithin(100 * Math.LN2)).toBeCloseTo(0.5, 12)
  expect(createDelayLaw({ kind: "geometric", mean: 1 }).chanceWithin(3)).toBeCloseTo(7 / 8, 12)
  // The median of a lognormal law is mean exp(-sigma²/2).
  expect(createDelayLaw({ kind: "lognormal", mean: 100, sigma: 2 }).chanceWithin(100 * Math.exp(-2))).toBeCloseTo(0.5)
  for (const kind of ["geometric", "exponential"] as const)
    expect(createDelayLaw({ kind, mean: 0 }).draw(seededRandom(1))).toBe(0)
})

test.each([
  [{ kind: "fixed", rounds: -1 }, "delay must be a whole number of at least 0, got -1"],
  [{ kind: "geometric", mean: Number.NaN }, "mean delay must be a finite number of at least 0, got NaN"],
  [{ kind: "lognormal", mean: 5, sigma: 0 }, "sigma must be a finite number above 0, got 0"],
  [{ kind: "normal" }, "delay must be fixed, geometric, exponential, lognormal or by value, got normal"],
])("%j is refused", (spec, message) => {
  expect(() => createDelayLaw(spec as DelaySpec)).toThrow(message)
})

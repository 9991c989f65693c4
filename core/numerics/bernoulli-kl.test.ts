// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a reference table.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bernoulliKl, klUpperBound } from "./bernoulli-kl.ts"

// mpmath 1.3, 60 digits, from p ln(p/q) + (1-p) ln((1-p)/(1-q)); nearest doubles.

/** [p, q, kl] */
const divergences = [
  [0.5, 0.5000001, 1.9999999978946167e-14],
  [0.1, 0.1000000000001, 5.554384634512198e-26],
  [1e-9, 2e-9, 3.068528199400547e-10],
  [1e-9, 0.5, 0.6931471588366794],
  [0.3, 0.7, 0.3389191441548814],
  [0.7, 0.3, 0.3389191441548814],
  [0.0, 0.25, 0.2876820724517809],
  [1.0, 0.25, 1.3862943611198906],
  [0.99, 0.999999, 0.08215456122500295],
  [0.2, 1e-300, 137.65470315610457],
  [0.5, 0.55, 0.00502516792675073],
  [0.9, 0.9000001, 5.5555588418907265e-14],
] as const

/** [p, level, largest q with kl(p, q) ≤ level] */
const bounds = [
  [0.0, 1.0, 0.6321205588285577],
  [1e-9, 1e-9, 3.1461932172444134e-9],
  [1e-9, 1e-15, 1.001414880306884e-9],
  [0.1, 1e-12, 0.10000042426460205],
  [0.1, 1e-6, 0.10042479735711951],
  [0.1, 0.3, 0.455045157937349],
  [0.1, 20.0, 0.9999999998443522],
  [0.5, 0.001, 0.5223495040921882],
  [0.5, 0.5, 0.897530048810325],
  [0.5, 3.0, 0.9993799274658859],
  [0.5, 17.0, 0.9999999999999996],
  [0.95, 0.001, 0.959151743610304],
  [0.95, 0.2, 0.9996521343688226],
  [0.99, 1e-9, 0.9900044490657807],
  [0.75, 1.0, 0.9980569683375791],
] as const

describe("Bernoulli divergence", () => {
  test.each(divergences)("kl(%f, %f) is right to 1e-14", (p, q, kl) => {
    expect(Math.abs(bernoulliKl(p, q) / kl - 1)).toBeLessThan(1e-14)
  })

  test("is zero only for equal means, infinite only where q excludes what p allows", () => {
    expect([bernoulliKl(0.3, 0.3), bernoulliKl(0, 0), bernoulliKl(1, 1)]).toEqual([0, 0, 0])
    for (const [p, q] of [
      [0.3, 0],
      [0.3, 1],
      [1, 0],
      [0, 1],
    ] as const)
      expect(bernoulliKl(p, q)).toBe(Number.POSITIVE_INFINITY)
  })

  test("is at least 2(q-p)², and alike when both means are mirrored", () => {
    const mean = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })
    fc.assert(
      fc.property(mean, mean, (p, q) => {
        const kl = bernoulliKl(p, q)
        expect(kl).toBeGreaterThanOrEqual(2 * (q - p) ** 2 * (1 - 1e-12))
        // 1 - p and 1 - q are rounded, which moves kl by its derivatives, both at most |q -
        // p|/(q(1-q)) and a logarithm.
        const moved = (Math.abs(q - p) / (q * (1 - q)) + Math.abs(Math.log((p * (1 - q)) / (q * (1 - p))))) * 2e-16
        expect(Math.abs(bernoulliKl(1 - p, 1 - q) - kl)).toBeLessThanOrEqual(1e-13 * kl + moved + 1e-31)
      }),
    )
  })
})

describe("its upper bound", () => {
  test.each(bounds)("from p = %f at level %f is right to the last bits", (p, level, q) => {
    expect(Math.abs(klUpperBound(p, level) - q)).toBeLessThanOrEqual(3e-16 * q)
  })

  test("inverts the divergence", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.double({ min: -12, max: 0.5, noNaN: true }),
        (p, exponent) => {
          const level = 10 ** exponent
          const q = klUpperBound(p, level)
          expect(q).toBeGreaterThanOrEqual(p)
          expect(q).toBeLessThanOrEqual(1)
          if (1 - q < 1e-12) return
          // The rounding of q itself moves kl by its derivative (q-p)/(q(1-q)) times half a unit in
          // the last place.
          const rounding = ((q - p) / (1 - q)) * 4e-16
          expect(Math.abs(bernoulliKl(p, q) - level)).toBeLessThanOrEqual(1e-13 * level + rounding)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test("rises with the level and with p", () => {
    const levels = Array.from({ length: 400 }, (_, k) => 10 ** (-10 + k / 33))
    for (const p of [1e-9, 0.01, 0.5, 0.9, 0.999]) {
      const bounds = levels.map((level) => klUpperBound(p, level))
      for (let k = 1; k < bounds.length; k++) expect(bounds[k]).toBeGreaterThanOrEqual(bounds[k - 1])
    }
    for (const level of [1e-6, 0.01, 1, 10])
      for (let p = 0; p < 0.99; p += 0.01)
        expect(klUpperBound(p + 0.01, level)).toBeGreaterThanOrEqual(klUpperBound(p, level))
  })

  test("is exact at the ends", () => {
    expect([klUpperBound(0.3, 0), klUpperBound(1, 2), klUpperBound(0, 0)]).toEqual([0.3, 1, 0])
    expect(klUpperBound(0, Math.LN2)).toBeCloseTo(0.5, 15)
    expect(klUpperBound(0.4, Number.POSITIVE_INFINITY)).toBe(1)
  })

  test("refuses what is no mean and no level", () => {
    expect(() => bernoulliKl(-0.1, 0.5)).toThrow("p must be in [0, 1], got -0.1")
    expect(() => bernoulliKl(0.5, Number.NaN)).toThrow("q must be in [0, 1], got NaN")
    expect(() => klUpperBound(1.5, 1)).toThrow("p must be in [0, 1], got 1.5")
    expect(() => klUpperBound(0.5, -1)).toThrow("level must be a number of at least 0, got -1")
  })
})

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { normalTail } from "../numerics/normal.ts"
import { composeReleases } from "./compose.ts"
import { computeDelta } from "./gdp.ts"
import { type Guarantee, gdpGuarantee, laplaceGuarantee, noGuarantee, pureGuarantee } from "./guarantee.ts"
import { refusal } from "./testing/refusal.ts"
import { tradeOff } from "./trade-off.ts"

test("guarantees are plain JSON with their loss on the eta scale", () => {
  expect(gdpGuarantee(2, { published: 2.9, tight: 2 })).toEqual({ kind: "gdp", eta: 2, published: 2.9, tight: 2 })
  expect(laplaceGuarantee(0.5)).toMatchObject({ kind: "pure", epsilon: 0.5, mechanism: "laplace" })
  expect(laplaceGuarantee(0.5).eta).toBeCloseTo(0.56176, 5)
  expect(pureGuarantee(0.5)).toMatchObject({ kind: "pure", epsilon: 0.5, mechanism: "pure" })
  expect(pureGuarantee(0.5).eta).toBeCloseTo(0.62389, 5)
  expect(() => gdpGuarantee(-1)).toThrow("eta must be")
  expect(noGuarantee).toEqual({ kind: "none", eta: null })
  for (const make of [gdpGuarantee, laplaceGuarantee, pureGuarantee])
    expect(refusal(() => make(Number.NaN)).code).toBe("invalid_parameter")
})

test("known trade-offs: of one Laplace release, of randomised response, and of 1-GDP", () => {
  const laplace = tradeOff(laplaceGuarantee(1))
  const odds = Math.exp(-1)
  expect(laplace(0.1)).toBeCloseTo(1 - 0.1 / odds, 14)
  expect(laplace(0.3)).toBeCloseTo(odds / 1.2, 14)
  expect(laplace(0.8)).toBeCloseTo(odds * 0.2, 14)
  const pure = tradeOff(pureGuarantee(1))
  expect(pure(0.1)).toBeCloseTo(1 - 0.1 / odds, 14)
  expect(pure(0.5)).toBeCloseTo(odds * 0.5, 14)
  expect(tradeOff(gdpGuarantee(1))(0.5)).toBeCloseTo(0.15865525393145707, 14)
})

const guarantees: readonly (readonly [string, Guarantee])[] = [0, 0.01, 0.5, 1, 3, 8, 40, 800].flatMap((loss) => [
  [`${loss}-GDP`, gdpGuarantee(loss)] as const,
  [`Laplace ${loss}`, laplaceGuarantee(loss)] as const,
  [`pure ${loss}`, pureGuarantee(loss)] as const,
])
const composed = composeReleases(
  Array.from({ length: 40 }, () => ({ arm: 0, block: 0, count: 1, mechanism: "laplace", epsilon: 0.2 }) as const),
)

describe.each([...guarantees, ["forty Laplace releases", composed] as const])("the trade-off of %s", (_, guarantee) => {
  const f = tradeOff(guarantee)
  // On grids so coarse that a weighted mean of two rates is exact.
  const rate = fc.oneof(fc.nat(2 ** 20), fc.nat(100)).map((k) => k / 2 ** 20)
  const share = fc.nat(1024).map((k) => k / 1024)

  test("starts at (0, 1), ends at (1, 0), and lies between 0 and 1 - x", () => {
    expect([f(0), f(1)]).toEqual([1, 0])
    fc.assert(
      fc.property(rate, (x) => {
        expect(f(x)).toBeGreaterThanOrEqual(0)
        expect(f(x)).toBeLessThanOrEqual(1 - x + 1e-15)
      }),
    )
  })

  test("falls and is convex", () => {
    fc.assert(
      fc.property(rate, rate, share, (x, y, weight) => {
        const [low, high] = x < y ? [x, y] : [y, x]
        expect(f(high)).toBeLessThanOrEqual(f(low) + 1e-15)
        const middle = weight * x + (1 - weight) * y
        expect(f(middle)).toBeLessThanOrEqual(weight * f(x) + (1 - weight) * f(y) + 1e-14)
      }),
    )
  })

  test("is its own inverse where it can be read off", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (x) => {
        const y = f(x)
        if (y < 1e-6 || y > 1 - 1e-6) return
        expect(Math.abs(f(y) - x)).toBeLessThan(1e-8 * x + 1e-9)
      }),
    )
  })

  test("lies above that of its eta, which is as small as it can be", () => {
    const eta = guarantee.eta ?? 0
    const gaussian = tradeOff(gdpGuarantee(eta))
    fc.assert(fc.property(rate, (x) => f(x) >= gaussian(x) - 1e-14))
    if (guarantee === composed || eta === 0 || eta > 70) return
    // A smaller eta would promise too much where both kinds of error are equally likely.
    const even = normalTail(eta / 2) * (1 + 1e-11)
    expect(f(even)).toBeLessThan(tradeOff(gdpGuarantee(eta * (1 - 1e-6)))(even))
  })

  test("refuses what is no rate", () => {
    for (const x of [-0.1, 1.1, Number.NaN]) expect(refusal(() => f(x)).code).toBe("invalid_parameter")
  })
})

test("the Gaussian trade-off is the envelope of its (epsilon, delta): 1 - delta - e^epsilon·x touches it from below", () => {
  for (const eta of [0.3, 1, 3]) {
    const f = tradeOff(gdpGuarantee(eta))
    for (const epsilon of [0, 0.2, 1, 4]) {
      const delta = computeDelta(eta, epsilon)
      let least = Number.POSITIVE_INFINITY
      for (let k = 0; k <= 20000; k++) {
        // Finer steps near 0, where steep lines touch.
        const x = (k / 20000) ** 4
        least = Math.min(least, f(x) + Math.exp(epsilon) * x)
      }
      expect(least).toBeGreaterThanOrEqual(1 - delta - 1e-13)
      expect(least).toBeLessThan(1 - delta + 1e-6)
    }
  }
})

test("no promise means no error is forced on an attacker", () => {
  const f = tradeOff(noGuarantee)
  expect([f(0), f(0.3), f(1)]).toEqual([0, 0, 0])
})

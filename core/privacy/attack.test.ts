import fc from "fast-check"
import { expect, test } from "vitest"
import { attackSuccess, describeAttack, findEtaForAttackSuccess } from "./attack.ts"
import { gdpGuarantee, laplaceGuarantee, noGuarantee, pureGuarantee } from "./guarantee.ts"
import { refusal } from "./testing/refusal.ts"
import { tradeOff } from "./trade-off.ts"

test("known successes: Φ(1/2) at eta 1, 1 - e^(-ε/2)/2 for Laplace, e^ε/(1+e^ε) for randomised response, 1 without a promise", () => {
  expect(attackSuccess(gdpGuarantee(1))).toBeCloseTo(0.6914624612740131, 13)
  expect(attackSuccess(laplaceGuarantee(1))).toBeCloseTo(1 - Math.exp(-0.5) / 2, 13)
  expect(attackSuccess(pureGuarantee(1))).toBeCloseTo(1 / (1 + Math.exp(-1)), 13)
  expect(attackSuccess(gdpGuarantee(0))).toBe(0.5)
  expect(attackSuccess(noGuarantee)).toBe(1)
})

test("the success is what the trade-off allows: 1 - min (x + f(x))/2", () => {
  for (const guarantee of [gdpGuarantee(0.4), gdpGuarantee(3), laplaceGuarantee(0.7), pureGuarantee(2)]) {
    const f = tradeOff(guarantee)
    let least = 1
    for (let k = 0; k <= 40000; k++) least = Math.min(least, (k / 40000 + f(k / 40000)) / 2)
    expect(attackSuccess(guarantee)).toBeGreaterThanOrEqual(1 - least)
    expect(attackSuccess(guarantee)).toBeLessThan(1 - least + 1e-4)
  }
})

test("a target success gives the largest eta that keeps it", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 0.9999999, noNaN: true }), (success) => {
      const eta = findEtaForAttackSuccess(success)
      expect(attackSuccess({ eta })).toBeLessThanOrEqual(success)
      expect(attackSuccess({ eta: eta * (1 + 1e-6) + 1e-14 })).toBeGreaterThan(success)
    }),
  )
  expect(findEtaForAttackSuccess(0.5)).toBe(0)
  expect(findEtaForAttackSuccess(0.75)).toBeCloseTo(1.3489795003921634, 12)
  expect(findEtaForAttackSuccess(attackSuccess({ eta: 0.001 }))).toBe(0.001000000000000259)
  for (const bad of [0.49, 1, 1.5, Number.NaN])
    expect(refusal(() => findEtaForAttackSuccess(bad)).code).toBe("invalid_parameter")
})

test("in words the percentage is rounded up", () => {
  expect(describeAttack(gdpGuarantee(1))).toContain("at most 69.15 % of the time")
  expect(describeAttack(gdpGuarantee(0))).toContain("at most 50.00 %")
  expect(describeAttack(noGuarantee)).toContain("Nothing is promised")
  expect(describeAttack(gdpGuarantee(1e3))).toContain("Nothing is promised")
  expect(describeAttack(gdpGuarantee(7.4))).toContain("at most 99.99 %")
  expect(describeAttack(gdpGuarantee(7.5))).toContain("Little is promised")
})

test("the success of a small loss is over-stated by no more than a rounding of one half", () => {
  // Φ(x) - 1/2 is x/√(2π) for small x.
  expect(attackSuccess({ eta: 1e-12 })).toBeLessThan(0.5 + 1e-12 / Math.sqrt(8 * Math.PI) + 3 * Number.EPSILON)
  expect(() => attackSuccess({ eta: -1 })).toThrow("eta must be")
})

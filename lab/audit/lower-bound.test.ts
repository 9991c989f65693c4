import { seededRandom } from "@armistice/core"
import { normalTail } from "@armistice/core/numerics"
import fc from "fast-check"
import { expect, test } from "vitest"
import { epsilonLowerBound, etaCeiling, etaLowerBound, lowerRate, upperRate } from "./lower-bound.ts"

test("without any error 100, 1e3, 1e4 and 1e5 runs show at most 3.59, 5.36, 6.75 and 7.93", () => {
  const ceilings = [100, 1e3, 1e4, 1e5].map((runs) => etaCeiling(runs, 0.05))
  for (const [k, expected] of [3.59, 5.36, 6.75, 7.93].entries()) expect(ceilings[k]).toBeCloseTo(expected, 2)
})

test("Clopper and Pearson's limits are those of the binomial law: 5 of 100 at 2.5 % gives [0.016432, 0.112835]", () => {
  expect(upperRate(5, 100, 0.025)).toBeCloseTo(0.112835, 6)
  expect(lowerRate(5, 100, 0.025)).toBeCloseTo(0.016432, 6)
  expect(upperRate(100, 100, 0.025)).toBe(1)
  expect(lowerRate(0, 100, 0.025)).toBe(0)
})

test("more errors never show more, and nothing shown is negative", () => {
  const errors = fc.integer({ min: 1, max: 2000 }).chain((runs) =>
    fc.record({
      runs: fc.constant(runs),
      falsePositives: fc.integer({ min: 0, max: runs - 1 }),
      falseNegatives: fc.integer({ min: 0, max: runs }),
    }),
  )
  fc.assert(
    fc.property(errors, (given) => {
      const worse = { ...given, falsePositives: given.falsePositives + 1 }
      for (const bound of [etaLowerBound(given, 0.05), epsilonLowerBound(given, 1e-5, 0.05)])
        expect(bound).toBeGreaterThanOrEqual(0)
      expect(etaLowerBound(worse, 0.05)).toBeLessThanOrEqual(etaLowerBound(given, 0.05))
      expect(epsilonLowerBound(worse, 1e-5, 0.05)).toBeLessThanOrEqual(epsilonLowerBound(given, 1e-5, 0.05))
    }),
  )
})

test("the bound exceeds the true eta in fewer than 5 % of 2,000 tests between N(0, 1) and N(1, 1); counted without limits it would in half", () => {
  const random = seededRandom(11)
  const rate = normalTail(0.5)
  let above = 0
  let naive = 0
  for (let trial = 0; trial < 2000; trial++) {
    const falsePositives = random.binomial(1000, rate)
    const falseNegatives = random.binomial(1000, rate)
    if (etaLowerBound({ runs: 1000, falsePositives, falseNegatives }, 0.05) > 1) above++
    if (falsePositives + falseNegatives < 2000 * rate) naive++
  }
  expect(above).toBeLessThan(100)
  expect(naive).toBeGreaterThan(800)
})

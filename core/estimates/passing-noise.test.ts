// The terms of Lemma 14 of docs/theory.md, exactly: the price for all looks, the price for one, and
// shares that are 1 together.

import fc from "fast-check"
import { expect, test } from "vitest"
import { normalLogCdf, normalPdf } from "../numerics/normal.ts"
import { computeLookShare, computeTotalPrice, tailMoment } from "./passing-noise.ts"
import type { ReleasedSum, SumPart } from "./released-sum.ts"

/** E f(ξ) for a standard normal ξ, by Simpson's rule on [-12, 20]. */
function expectation(f: (x: number) => number): number {
  const [from, to, steps] = [-12, 20, 64_000]
  const width = (to - from) / steps
  let sum = 0
  for (let k = 0; k <= steps; k++) {
    const x = from + k * width
    sum += (k === 0 || k === steps ? 1 : k % 2 === 1 ? 4 : 2) * f(x) * normalPdf(x)
  }
  return (sum * width) / 3
}

test("noise exceeds the price of all looks by the allowed amount on average, and no less would do", () => {
  for (const spread of [0.05, 0.3, 0.8, 1.3])
    for (const allowed of [0.001, 0.02, 0.2].map((part) => part * spread)) {
      const price = computeTotalPrice(spread, allowed)
      const excess = (l: number) => expectation((x) => Math.max(0, Math.exp(spread * x - spread ** 2 / 2 - l) - 1))
      expect(excess(price) / allowed).toBeCloseTo(1, 3)
      expect(excess(0.97 * price)).toBeGreaterThan(1.01 * allowed)
    }
})

test("hidden evidence that comes near the limit and stays is pushed over it by noise no oftener than paid for; without a price it is", () => {
  // It goes to the share u of the limit with chance 1/(u · limit), or to 0, and stays for many
  // looks: exactly.
  const [looks, allowance, spread] = [50, 0.5, 0.5]
  const chanceTimesLimit = (u: number, price: number): number => {
    const once = Math.exp(normalLogCdf((Math.log(u) - price - spread ** 2 / 2) / spread))
    return (1 - (1 - once) ** looks) / u
  }
  const shares = Array.from({ length: 99 }, (_, k) => (k + 1) / 100)
  const worst = (price: number): number => Math.max(...shares.map((u) => chanceTimesLimit(u, price)))
  expect(worst(computeTotalPrice(spread, allowance / looks))).toBeLessThanOrEqual(1 + allowance)
  expect(worst(0)).toBeGreaterThan(1 + allowance)
})

test("the moment for one look leaves exp(spread·ξ) below one over the tail from ξ on, and touches it", () => {
  for (const spread of [0.8, 1, 1.7, 3, 6, 12, 80]) {
    const moment = tailMoment(spread)
    let closest = Number.POSITIVE_INFINITY
    for (let t = -6; t <= 2 * spread + 6; t += 0.01)
      closest = Math.min(closest, -normalLogCdf(-t) - (spread * t - moment))
    expect(closest).toBeGreaterThan(-1e-12 * (1 + moment ** 2))
    expect(closest).toBeLessThan(1e-4)
    // That is what it saves beside the moment of the noise.
    expect(moment).toBeLessThan(spread ** 2 / 2 - 1)
  }
})

test("the shares of all looks of an arm are at most 1 together, and 1 more beyond its plan; each is something", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 100_000 }), fc.boolean(), (counts, most, isKnown) => {
      const parts = counts.map((count): SumPart => ({ count, weight: 1, noise: "gaussian", scale: 0 }))
      const total = counts.reduce((sum, count) => sum + count, 0)
      const first = { count: counts[0], scale: 1 }
      const shares = parts.map((_, index) => {
        const sum: ReleasedSum = { value: 0, parts: parts.slice(0, index + 1), kind: "running", look: index + 1, first }
        return computeLookShare(isKnown ? { ...sum, most } : sum)
      })
      const isWithin = !isKnown || total <= Math.max(most, counts[0])
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual((isWithin ? 1 : 2) + 1e-12)
      expect(Math.min(...shares)).toBeGreaterThan(0)
    }),
    { numRuns: 200, seed: 1 },
  )
})

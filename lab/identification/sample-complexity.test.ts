// The sample complexity of every algorithm, against cases that can be computed by hand.

import { bernoulliKl } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import { computeCharacteristicTime, computeTotalVariationTime, identificationBound } from "./sample-complexity.ts"
import { tulapCdf } from "./tulap.ts"

test("an arm of mean 1/2 beside one of 1 needs what coins without privacy need", () => {
  // n heads in a row speak for 1 and are believed with chance a; any tail decides.
  const a = 0.05
  let wanted = 0
  for (let n = 0; n < 20; n++) wanted += Math.max(0, 0.5 ** n * (1 - a) - a)
  const { byArm } = identificationBound({ means: [1, 0.5], error: a, privacy: { eta: 1e4 } })
  expect(byArm[1]).toBeCloseTo(wanted, 6)
  expect(identificationBound({ means: [1, 0], error: a, privacy: { eta: 1e4 } }).byArm[1]).toBeCloseTo(1 - 2 * a, 6)
})

test("Tulap noise is what pure privacy allows: a shift by one changes an event as much as it may", () => {
  for (const epsilon of [0.1, 1, 3]) {
    const cdf = tulapCdf(epsilon)
    for (let x = -6.03; x < 6; x += 0.17) {
      const q = cdf(x)
      expect(cdf(x - 1)).toBeCloseTo(Math.max(Math.exp(-epsilon) * q, 1 - Math.exp(epsilon) * (1 - q)), 12)
      expect(cdf(-x)).toBeCloseTo(1 - q, 12)
    }
    // Laplace noise of scale 1/ε wastes some of it.
    const laplace = (x: number) => (x < 0 ? Math.exp(epsilon * x) / 2 : 1 - Math.exp(-epsilon * x) / 2)
    expect(laplace(-0.5)).toBeGreaterThan(Math.max(Math.exp(-epsilon) * laplace(0.5), 0) + 1e-3)
  }
})

test("the characteristic time is that of the published shares, and no other shares say more", () => {
  const means = [0.5, 0.45, 0.43, 0.4]
  const rate = ([w1, ...others]: readonly number[]): number =>
    Math.min(
      ...others.map((w, place) => {
        const middle = (w1 * means[0] + w * means[place + 1]) / (w1 + w)
        return w1 * bernoulliKl(means[0], middle) + w * bernoulliKl(means[place + 1], middle)
      }),
    )
  const time = computeCharacteristicTime(means)
  // Garivier and Kaufmann (2016), section 6.
  expect(time * rate([0.417, 0.39, 0.136, 0.057])).toBeCloseTo(1, 2)
  for (const shares of [
    [0.25, 0.25, 0.25, 0.25],
    [0.4, 0.4, 0.14, 0.06],
    [0.43, 0.38, 0.13, 0.06],
  ])
    expect(time * rate(shares)).toBeLessThanOrEqual(1 + 1e-9)
  expect(computeTotalVariationTime([0.95, 0.75, 0.55])).toBeCloseTo(5 + 5 + 2.5, 12)
})

test("more privacy, fewer errors and smaller gaps need more pulls, under either kind of privacy", () => {
  const need = (means: readonly number[], error: number, privacy: { eta: number } | { epsilon: number }) =>
    identificationBound({ means, error, privacy }).private
  expect(need([0.6, 0.4], 0.05, { eta: 0.1 })).toBeGreaterThan(2 * need([0.6, 0.4], 0.05, { eta: 1 }))
  expect(need([0.6, 0.4], 0.05, { epsilon: 0.1 })).toBeGreaterThan(2 * need([0.6, 0.4], 0.05, { epsilon: 1 }))
  expect(need([0.6, 0.4], 0.01, { eta: 1 })).toBeGreaterThan(1.3 * need([0.6, 0.4], 0.05, { eta: 1 }))
  expect(need([0.6, 0.5], 0.05, { eta: 1 })).toBeGreaterThan(2 * need([0.6, 0.4], 0.05, { eta: 1 }))
  const { totalVariation, largest } = identificationBound({ means: [0.6, 0.4], error: 0.05, privacy: { epsilon: 0.1 } })
  expect(totalVariation).toBeCloseTo((10 * Math.log(1 / 0.15)) / 0.6, 9)
  expect(largest).toBeGreaterThanOrEqual(totalVariation ?? 0)
})

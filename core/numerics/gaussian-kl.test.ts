import fc from "fast-check"
import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { bernoulliKl } from "./bernoulli-kl.ts"
import { gaussianKl } from "./gaussian-kl.ts"

const precisions = fc.double({ min: -4, max: 7, noNaN: true }).map((power) => 10 ** power)
const averages = fc.double({ min: -3, max: 1.5, noNaN: true })
const means = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })

/** The minimum over z on a fine grid around the best of a coarse one. */
function byBruteForce(precision: number, x: number, y: number): number {
  const cost = (z: number) => bernoulliKl(z, y) + 0.5 * precision * (z - x) ** 2
  let low = Math.max(0, x)
  let high = y
  let least = Number.POSITIVE_INFINITY
  for (let zoom = 0; zoom < 12; zoom++) {
    const cells = 40
    let best = 0
    least = Number.POSITIVE_INFINITY
    for (let k = 0; k <= cells; k++) {
      const value = cost(Math.min(y, low + ((high - low) * k) / cells))
      if (value < least) [least, best] = [value, k]
    }
    const step = (high - low) / cells
    const centre = low + step * best
    low = Math.max(low, centre - step)
    high = Math.min(high, centre + step)
  }
  return least
}

test("it is the minimum over z", () => {
  fc.assert(
    fc.property(precisions, averages, means, (precision, x, y) => {
      if (x >= y) {
        expect(gaussianKl(precision, x, y)).toBe(0)
        return
      }
      const least = byBruteForce(precision, x, y)
      expect(Math.abs(gaussianKl(precision, x, y) - least)).toBeLessThanOrEqual(1e-9 * least + 1e-15)
    }),
    { numRuns: 3000, seed: 1 },
  )
})

test("without noise it is kl, with much noise it is the Gaussian's own exponent, and it grows with y", () => {
  expect(gaussianKl(1e12, 0.3, 0.6)).toBeCloseTo(bernoulliKl(0.3, 0.6), 9)
  expect(gaussianKl(1e-6, 0.3, 0.6)).toBeCloseTo(0.5e-6 * 0.09, 12)
  for (const x of [-1, 0, 0.2, 0.5]) {
    const values = [0.55, 0.6, 0.7, 0.9, 0.999999].map((y) => gaussianKl(3, x, y))
    expect([...values].sort((a, b) => a - b)).toEqual(values)
  }
})

test("noisy averages fall as low as x no oftener than exp(-n d) says, and oftener than exp(-n kl) would allow", () => {
  const random = seededRandom(3)
  const [count, mean, eta, runs] = [40, 0.6, 0.3, 40_000]
  for (const x of [0.5, 0.4, 0.3]) {
    let low = 0
    for (let run = 0; run < runs; run++)
      if ((random.binomial(count, mean) + random.gaussian() / eta) / count <= x) low++
    const share = low / runs
    const standardError = Math.sqrt((share * (1 - share)) / runs)
    expect(share - 5 * standardError).toBeLessThan(Math.exp(-count * gaussianKl(count * eta * eta, x, mean)))
    if (x === 0.3) expect(share - 5 * standardError).toBeGreaterThan(Math.exp(-count * bernoulliKl(x, mean)))
  }
})

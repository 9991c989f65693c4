import fc from "fast-check"
import { expect, test } from "vitest"
import { normalLogCdf, normalPdf } from "../numerics/normal.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { chanceBestFails, drawsNeeded, planDraws } from "./draw-schedule.ts"

const computeSpread = (alpha: number, horizon: number) => Math.log(horizon) ** alpha

test("the fewest draws for the paper's variances, against an independent computation", () => {
  const alphas = [0, 0.25, 0.5, 0.75, 1]
  expect(alphas.map((alpha) => drawsNeeded(computeSpread(alpha, 1e6), 1e-6))).toEqual([470, 102, 48, 33, 27])
  expect(alphas.map((alpha) => drawsNeeded(computeSpread(alpha, 1e4), 1e-4))).toEqual([121, 49, 30, 23, 19])
})

test("one draw fewer is not enough", () => {
  for (const spread of [0.5, 1, 3, 14, 200])
    for (const failure of [1e-3, 1e-6, 1e-9]) {
      const draws = drawsNeeded(spread, failure)
      expect(chanceBestFails(draws, spread)).toBeLessThanOrEqual(failure)
      expect(chanceBestFails(draws - 1, spread)).toBeGreaterThan(failure)
    }
})

test("the integral is right to five digits, by a rule with other nodes that covers twice the range", () => {
  for (const [draws, spread] of [
    [2, 0.5],
    [27, 13.8],
    [470, 1],
    [1e6, 0.5],
  ]) {
    const cells = 40_000
    let sum = 0
    for (let k = 0; k < cells; k++) {
      const u = ((k + 0.5) * 18) / cells
      sum += (normalPdf(u) * Math.exp((draws - 1) * normalLogCdf(u) - 2 * u * u * spread) * 18) / cells
    }
    const reference = 2 ** -draws + draws * sum
    expect(Math.abs(chanceBestFails(draws, spread) / reference - 1)).toBeLessThan(1e-5)
  }
})

test("the bound holds for Bernoulli rewards, and a bound without its integral would not", () => {
  const random = seededRandom(1)
  const runs = 20_000
  for (const [mean, count, draws, spread] of [
    [0.5, 64, 8, 0.5],
    [0.9, 16, 4, 1],
    [0.2, 4, 6, 2],
  ]) {
    let failures = 0
    for (let run = 0; run < runs; run++) {
      const average = random.binomial(count, mean) / count
      let best = Number.NEGATIVE_INFINITY
      for (let draw = 0; draw < draws; draw++)
        best = Math.max(best, average + Math.sqrt(spread / count) * random.gaussian())
      if (best <= mean) failures++
    }
    const share = failures / runs
    const standardError = Math.sqrt((share * (1 - share)) / runs)
    expect(share - 5 * standardError).toBeLessThan(chanceBestFails(draws, spread))
    expect(share - 5 * standardError).toBeGreaterThan(2 ** -draws)
  }
})

test("a plan keeps to its target, spends most of it unless the smallest spread is enough, and never goes below 1/2", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 24 }),
      fc.double({ min: -2, max: 1, noNaN: true }),
      fc.constantFrom(1e-3, 1e-6, 1e-9),
      (epoch, logEta, failure) => {
        const count = 2 ** epoch
        const target = 10 ** logEta
        const { draws, spread, eta } = planDraws(count, target, failure)
        expect(eta).toBeLessThanOrEqual(target)
        expect(eta).toBeGreaterThanOrEqual(Math.sqrt(draws / (count * spread)))
        expect(chanceBestFails(draws, spread)).toBeLessThanOrEqual(failure)
        expect(spread).toBeGreaterThanOrEqual(0.5)
        if (spread > 0.5) expect(eta).toBeGreaterThan(0.9 * target)
      },
    ),
    { numRuns: 25, seed: 1 },
  )
})

import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { adacUcb, adacUcbIndex } from "./adac-ucb.ts"
import { doublingEpisode } from "./adap-ucb.ts"

test("the index by hand, with rho = eta²/2: 0.5 + √((1/16 + 1/(2·64)) ln 100)", () => {
  expect(adacUcbIndex(2, 0.5, 8, Math.log(100))).toBeCloseTo(0.5 + Math.sqrt((0.0625 + 0.0078125) * 4.605170186), 9)
})

test("each reward enters exactly one release, with one Gaussian draw", () => {
  const algorithm = adacUcb.create({ eta: 1 })
  expectOneReleasePerReward(algorithm, { sizeBatch: doublingEpisode, uses: "last", laplaceScale: null })
})

test("the noise of a sum has deviation 1/eta", () => {
  const eta = 0.25
  const algorithm = adacUcb.create({ eta })
  const runs = 4000
  let squares = 0
  const random = seededRandom(1)
  for (let run = 0; run < runs; run++) {
    const state = algorithm.start(2) as ReturnType<typeof algorithm.start> & { noisySum: number[] }
    algorithm.observe(state, 0, 1, random)
    squares += (state.noisySum[0] - 1) ** 2
  }
  // The square of a Gaussian has deviation √2 times its mean.
  const variance = squares / runs
  const standardError = (Math.SQRT2 / eta ** 2) * Math.sqrt(1 / runs)
  expect(Math.abs(variance - 1 / eta ** 2)).toBeLessThan(5 * standardError)
  expect(Math.abs(variance - 1 / eta)).toBeGreaterThan(5 * standardError)
})

test("laws name the arms that are then chosen", () => {
  const { batch } = expectLawsMatchChoices(() => adacUcb.create({ eta: 1 }), { armCount: 4, rounds: 2000 })
  expect(batch).toBe(25 * 2000)
})

test("it is eta-GDP, states its releases so, and is calibrated by eta itself", () => {
  const algorithm = adacUcb.create({ eta: 0.7 })
  expect(algorithm.guarantee(5)).toMatchObject({ kind: "gdp", eta: 0.7 })
  const state = algorithm.start(2)
  algorithm.observe(state, 1, 0.5, seededRandom(1))
  expect(algorithm.releases(state)).toEqual([{ arm: 1, block: 0, count: 1, mechanism: "gaussian", eta: 0.7 }])
  expect(adacUcb.calibrate?.(0.7, { horizon: 100, armCount: 2 })).toEqual({ eta: 0.7 })
  expect(adacUcb.calibrate?.(1e-12, { horizon: 100, armCount: 2 })).toBeNull()
  expect(algorithm.parameters.exploration).toBe(1)
})

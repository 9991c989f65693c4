import { expect, test } from "vitest"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import type { PlayedBatches } from "../parts/played-batches.ts"
import { weightedBatches } from "../parts/weighted-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { batchesIndex, gdpImedBatches, sharpnessFor } from "./gdp-imed-batches.ts"

test("the index by hand: ln n for the best, evidence + ln n for the others, also for means below 0", () => {
  const worth = { weight: 1, rewards: 16, noise: 1 / 64 }
  const index = (mean: number, best: number, sharpness = 0.25) => batchesIndex(mean, 16, best, worth, sharpness)
  expect(index(0.8, 0.8)).toBe(Math.log(16))
  const exponent = 16 * gaussianKl(4, 0.4, 0.8)
  expect(index(0.4, 0.8)).toBeCloseTo(exponent + Math.log(1 + 4 * Math.PI * exponent) / 8 + Math.log(16), 12)
  expect(index(0.4, 0.8, 0)).toBe(exponent + Math.log(16))
  expect([0.1, 4, 10].map(sharpnessFor)).toEqual([0.25, 0.25, 0.1])
  // Far below 0 no average of rewards is that low, so it must be noise: the excess counts as a Gaussian's.
  expect(index(-2, 0.5)).toBeGreaterThan(index(-1, 0.5) + (4 - 1) * 32 - 1)
})

test("the arm with the least evidence against it is played for its whole next batch", () => {
  const algorithm = gdpImedBatches.create({ eta: 1, firstBatch: 2, batchRatio: 2 })
  const random = seededRandom(1)
  const state = algorithm.start(3) as PlayedBatches
  for (let arm = 0; arm < 3; arm++) for (const reward of [0, 1]) algorithm.observe(state, arm, reward, random)
  const { weight } = weightedBatches(1, 2, 2).worthOf(1)
  state.weightedSum = [0.5 * weight, -3 * weight, 0.9 * weight]
  expect(algorithm.laws(state)).toEqual({ kind: "batch", arms: [2], pulls: 2 })
  expect(algorithm.choose(state, random)).toBe(2)
})

test("each reward enters exactly one release, with one Gaussian draw", () => {
  const algorithm = gdpImedBatches.create({ eta: 2, firstBatch: 4, batchRatio: 1.5 })
  expectOneReleasePerReward(algorithm, {
    sizeOf: weightedBatches(2, 1.5, 4).sizeOf,
    uses: "all",
    laplaceScale: null,
  })
})

test("the noise of a batch's sum has deviation 1/eta", () => {
  const eta = 0.25
  const algorithm = gdpImedBatches.create({ eta, firstBatch: 0 })
  const random = seededRandom(1)
  const runs = 4000
  let squares = 0
  for (let run = 0; run < runs; run++) {
    const state = algorithm.start(2) as PlayedBatches
    algorithm.observe(state, 0, 1, random)
    squares += (state.noisySum[0] - 1) ** 2
  }
  // The square of a Gaussian has deviation √2 times its mean.
  const standardError = (Math.SQRT2 / eta ** 2) * Math.sqrt(1 / runs)
  expect(Math.abs(squares / runs - 1 / eta ** 2)).toBeLessThan(5 * standardError)
  expect(Math.abs(squares / runs - 1 / eta)).toBeGreaterThan(5 * standardError)
})

test("laws name the arms that are then chosen", () => {
  for (const parameters of [{ eta: 1 }, { eta: 0.3, batchRatio: 1.2, firstBatch: 1 }, { eta: 20 }]) {
    const { batch, plain } = expectLawsMatchChoices(() => gdpImedBatches.create(parameters), {
      armCount: 4,
      rounds: 2000,
    })
    expect(batch).toBeGreaterThan(100 * plain)
  }
})

test("it is eta-GDP for any eta, promises nothing about a horizon, and is calibrated by eta itself", () => {
  expect(gdpImedBatches.create({ eta: 0.01 }).guarantee(5)).toMatchObject({ kind: "gdp", eta: 0.01 })
  expect(gdpImedBatches.create({ eta: 1 }).parameters).toEqual({ eta: 1, batchRatio: 0, firstBatch: 8 })
  expect(gdpImedBatches.calibrate?.(0.7, { horizon: 100, armCount: 2 })).toEqual({ eta: 0.7 })
  expect(gdpImedBatches.calibrate?.(1e9, { horizon: 100, armCount: 2 })).toEqual({ eta: 1e4 })
  expect(gdpImedBatches.calibrate?.(1e-300, { horizon: 100, armCount: 2 })).toBeNull()
})

import { expect, test } from "vitest"
import { bernoulliKl } from "../numerics/bernoulli-kl.ts"
import type { EpisodeBatches } from "../parts/episode-batches.ts"
import { geometricBatch } from "../parts/geometric-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { dpImed, dpImedIndex } from "./dp-imed.ts"

test("the index by hand: ln n for the best, n·d_ε + ln n for the others", () => {
  expect(dpImedIndex(1, 0.8, 16, 0.8)).toBe(Math.log(16))
  expect(dpImedIndex(1, 0.4, 16, 0.5)).toBeCloseTo(16 * bernoulliKl(0.4, 0.5) + Math.log(16), 12)
  // Means beyond [0, 1] are clipped: an arm at -0.3 counts as one at 0, and d_ε(0, 1) = ε.
  expect(dpImedIndex(0.5, -0.3, 10, 1)).toBeCloseTo(5 + Math.log(10), 12)
})

test("the arm with the smallest index is played", () => {
  const algorithm = dpImed.create({ epsilon: 1, firstBatch: 1 })
  const random = seededRandom(1)
  const state = algorithm.start(3) as EpisodeBatches
  for (let arm = 0; arm < 3; arm++) algorithm.observe(state, arm, 1, random)
  state.count = [100, 4, 400]
  state.noisySum = [60, 2, 320]
  // 100 d(.6, .8) + ln 100 = 14.7, 4 d(.5, .8) + ln 4 = 2.1, ln 400 = 6.0.
  expect(algorithm.choose(state, random)).toBe(1)
})

test("each reward enters exactly one release, and noisy sums add up", () => {
  const algorithm = dpImed.create({ epsilon: 0.5, firstBatch: 2, batchRatio: 1.5 })
  expectOneReleasePerReward(algorithm, { sizeBatch: geometricBatch(2, 1.5), uses: "all", laplaceScale: 2 })
})

test("laws name the arms that are then chosen", () => {
  for (const parameters of [{ epsilon: 1 }, { epsilon: 0.3, batchRatio: 1.3, firstBatch: 5 }]) {
    const create = () => dpImed.create(parameters)
    const { batch, plain } = expectLawsMatchChoices(create, { armCount: 4, rounds: 2000 })
    expect(batch).toBeGreaterThan(10 * plain)
  }
})

test("the guarantee is that of one Laplace release", () => {
  expect(dpImed.create({ epsilon: 0.25 }).guarantee(5).eta).toBeCloseTo(0.29561, 5)
  expect(dpImed.create({ epsilon: 1 }).parameters).toEqual({ epsilon: 1, batchRatio: 1.6, firstBatch: 20 })
})

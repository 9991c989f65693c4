import { expect, test } from "vitest"
import type { DrawnLaw } from "../laws.ts"
import { doublingBatch, type NoisyBatches } from "../parts/noisy-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { lazyDpTs, optimisticMean } from "./lazy-dp-ts.ts"

const means = [0.8, 0.6, 0.4, 0.2]

test("the optimistic mean by hand: 0.2 + 3 ln t / (εn), clipped to [0, 1]", () => {
  const level = 3 * Math.log(100)
  expect(optimisticMean(0.5, 0.2, 64, level)).toBeCloseTo(0.2 + level / 32, 14)
  expect(optimisticMean(0.5, 0.2, 16, level)).toBe(1)
  expect(optimisticMean(0.5, -5, 16, level)).toBe(0)
})

test("each reward enters exactly one release, with Laplace noise of scale 1/epsilon on its sum", () => {
  const algorithm = lazyDpTs.create({ epsilon: 0.5 })
  expectOneReleasePerReward(algorithm, { sizeBatch: doublingBatch, uses: "last", laplaceScale: 2 })
})

test("first pulls have a batch law, and all later rounds the law of the draws that are then made", () => {
  expectLawsMatchChoices(() => lazyDpTs.create({ epsilon: 1 }), { armCount: 4, rounds: 300 })
  for (const logBase of ["e", "2"]) {
    const algorithm = lazyDpTs.create({ epsilon: 0.5, logBase })
    const state = algorithm.start(4) as NoisyBatches
    const random = seededRandom(1)
    runAlgorithm(algorithm, state, means, 4, random)
    for (let round = 5; round <= 500; round++) {
      const law = algorithm.laws(state) as DrawnLaw
      expect([law.kind, law.family]).toEqual(["drawn", "beta"])
      expect(law.pullsLeft).toEqual(state.size.map((size, arm) => size - state.received[arm]))
      const recorder = recordingRandom(round)
      const arm = algorithm.choose(state, recorder)
      expect(recorder.betaDraws).toEqual(law.first.map((first, k) => [first, law.second[k]]))
      algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
    }
  }
})

test("the drift is what later rounds draw from, and never lowers an index", () => {
  const algorithm = lazyDpTs.create({ epsilon: 2 })
  const state = algorithm.start(4) as NoisyBatches
  runAlgorithm(algorithm, state, means, 400, seededRandom(2))
  const law = algorithm.laws(state) as DrawnLaw
  const first = [...law.first]
  const second = [...law.second]
  law.drift?.(401, first, second)
  expect([first, second]).toEqual([law.first, law.second])
  for (const round of [402, 500, 1e6, 1e12]) {
    const before = [...first]
    law.drift?.(round, first, second)
    const recorder = recordingRandom(1)
    algorithm.choose({ ...state, round: round - 1, decided: [0, 0, 0, 0] }, recorder)
    expect(recorder.betaDraws).toEqual(first.map((value, arm) => [value, second[arm]]))
    first.forEach((value, arm) => {
      expect(value).toBeGreaterThanOrEqual(before[arm])
      expect(value + second[arm]).toBeCloseTo(state.count[arm] + 2, 9)
    })
  }
})

test("an excluded arm spends no draw", () => {
  const algorithm = lazyDpTs.create({ epsilon: 1 })
  const state = algorithm.start(4)
  runAlgorithm(algorithm, state, means, 50, seededRandom(3))
  const recorder = recordingRandom(1)
  expect(algorithm.choose(state, recorder, new Set([0, 2])) % 2).toBe(1)
  expect(recorder.betaDraws).toHaveLength(2)
})

test("the logarithm is natural, as the published curves need, unless base 2 is asked for as printed", () => {
  expect(lazyDpTs.create({ epsilon: 1 }).parameters).toEqual({ epsilon: 1, logBase: "e" })
  expect(lazyDpTs.create({ epsilon: 1, logBase: "2" }).parameters.logBase).toBe("2")
})

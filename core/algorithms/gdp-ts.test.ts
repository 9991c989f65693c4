import { expect, test } from "vitest"
import type { DrawnLaw } from "../laws.ts"
import type { NoisyBatches } from "../parts/noisy-batches.ts"
import { createWeightedBatches } from "../parts/weighted-batches.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { expectLawsMatchChoices } from "../testing/law-agreement.ts"
import { expectOneReleasePerReward } from "../testing/one-release.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { gdpTs } from "./gdp-ts.ts"

const means = [0.8, 0.6, 0.4, 0.2]

test("each closed batch holds the rewards that joined it, and is released once", () => {
  const eta = 4
  const algorithm = gdpTs.create({ eta, firstBatch: 8, batchRatio: 1.5 })
  const { sizeBatch } = createWeightedBatches(eta, 1.5, 8)
  // Choosing draws Gaussians too; played in turn, only the noise of releases is left to count.
  const silent = { ...algorithm, choose: (state: { decided: number[]; round: number }) => chooseInTurn(state) }
  expectOneReleasePerReward(silent, { sizeBatch, uses: "all", laplaceScale: null })
})

function chooseInTurn(state: { decided: number[]; round: number }): number {
  const arm = state.round % state.decided.length
  state.round += 1
  state.decided[arm] += 1
  return arm
}

test("draws are around the noisy mean, with the variance of rewards and of the noise in it", () => {
  const algorithm = gdpTs.create({ eta: 1 })
  const state = algorithm.start(4) as NoisyBatches
  runAlgorithm(algorithm, state, means, 400, seededRandom(1))
  const law = algorithm.laws(state) as DrawnLaw
  const weighted = createWeightedBatches(1, 0, 8)
  for (let arm = 0; arm < 4; arm++) {
    const { rewards, noise } = weighted.computeWorth(state.closed[arm])
    expect(law.first[arm]).toBe(weighted.mean(state, arm))
    expect(law.second[arm]).toBeCloseTo(Math.sqrt(0.25 / rewards + noise), 14)
  }
  expect(law.pullsLeft).toEqual(state.size.map((size, arm) => size - state.received[arm]))
})

test("choosing follows the law: an arm two deviations ahead is chosen as often as Gaussians say", () => {
  const algorithm = gdpTs.create({ eta: 1, firstBatch: 1 })
  const random = seededRandom(2)
  const state = algorithm.start(2) as NoisyBatches
  for (const arm of [0, 1]) algorithm.observe(state, arm, 0.5, random)
  const { weight, rewards, noise } = createWeightedBatches(1, 0, 1).computeWorth(1)
  const deviation = Math.sqrt(0.25 / rewards + noise)
  state.weightedSum = [2 * Math.SQRT2 * deviation * weight, 0]
  const runs = 20_000
  let first = 0
  for (let run = 0; run < runs; run++) if (algorithm.choose(state, random) === 0) first++
  const chance = 0.9772498680518208
  const standardError = Math.sqrt((chance * (1 - chance)) / runs)
  expect(Math.abs(first / runs - chance)).toBeLessThan(5 * standardError)
})

test("first batches have a batch law, filled in turn", () => {
  expectLawsMatchChoices(() => gdpTs.create({ eta: 1 }), { armCount: 4, rounds: 300 })
})

test("it is eta-GDP for any eta, and is calibrated by eta itself", () => {
  expect(gdpTs.create({ eta: 0.01 }).guarantee(5)).toMatchObject({ kind: "gdp", eta: 0.01 })
  expect(gdpTs.calibrate?.(0.7, { horizon: 100, armCount: 2 })).toEqual({ eta: 0.7 })
})

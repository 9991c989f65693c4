// Batches of very different sizes that all carry the same noise, put together with the weights that
// blur the mean least: what GDP-TS is made of. A batch of b rewards, noise N(0, 1/η²) on its sum,
// gives the mean with variance σ²/b + 1/(ηb)²; inverse variances give each of its rewards the
// weight σ²η²b / (1 + σ²η²b), here with σ² = 1/4, the most a reward can have.

import type { NumberSpec } from "../parameters.ts"
import type { BatchSize } from "./batches.ts"
import { checkBatchRatio, geometricBatch } from "./geometric-batches.ts"
import type { NoisyBatches } from "./noisy-batches.ts"

export const weightedBatchSpecs = {
  // Below, noise and first batches would be larger than numbers can tell.
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-12, max: 1e4 },
  batchRatio: {
    kind: "number",
    about: "by how much an arm's count grows with each of its batches; 0 chooses 1 + min(1, 0.45/√eta)",
    min: 0,
    max: 100,
    default: 0,
  },
  firstBatch: {
    kind: "number",
    about: "rewards in each arm's first batch, as a multiple of 1/eta (at least one reward)",
    min: 0,
    max: 1e6,
    default: 8,
  },
} as const satisfies Record<string, NumberSpec>

/** The worth of the weighted mean of an arm's first m batches; it depends on m alone. */
export interface BatchWorth {
  /** Sum of the weights of all rewards: the weighted sum divided by it is the mean. */
  readonly weight: number
  /** How many equally weighted rewards would have the same sampling variance. */
  readonly rewards: number
  /** Variance of the noise in the mean. */
  readonly noise: number
}

export interface WeightedBatches {
  readonly sizeBatch: BatchSize
  readonly weighBatch: (batch: number) => number
  computeWorth(batches: number): BatchWorth
  mean(state: NoisyBatches, arm: number): number
}

const LARGEST_VARIANCE = 0.25

/** The weight of each reward of a batch of `count`. */
export function rewardWeight(eta: number, count: number): number {
  const clarity = LARGEST_VARIANCE * eta * eta * count
  return clarity / (1 + clarity)
}

/** Near 1 adapts faster, away from it adds less noise: the more noise, the longer the batches. */
function chooseRatio(eta: number, given: number): number {
  checkBatchRatio(given)
  return given === 0 ? 1 + Math.min(1, 0.45 / Math.sqrt(eta)) : given
}

export function createWeightedBatches(eta: number, batchRatio: number, firstBatch: number): WeightedBatches {
  const sizeBatch = geometricBatch(Math.max(1, Math.round(firstBatch / eta)), chooseRatio(eta, batchRatio))
  const weighBatch = (batch: number): number => rewardWeight(eta, sizeBatch(batch))
  // Sums over the first m batches, kept because every comparison of arms asks for them.
  const worths: (BatchWorth & { readonly sampling: number; readonly blur: number })[] = [
    { weight: 0, rewards: 0, noise: 0, sampling: 0, blur: 0 },
  ]
  function computeWorth(batches: number): BatchWorth {
    for (let batch = worths.length - 1; batch < batches; batch++) {
      const last = worths[batch]
      const weightOfReward = weighBatch(batch)
      const weight = last.weight + weightOfReward * sizeBatch(batch)
      const sampling = last.sampling + weightOfReward ** 2 * sizeBatch(batch)
      const blur = last.blur + weightOfReward ** 2
      worths.push({ weight, rewards: weight ** 2 / sampling, noise: blur / (eta * weight) ** 2, sampling, blur })
    }
    return worths[batches]
  }
  return {
    sizeBatch,
    weighBatch,
    computeWorth,
    mean: (state, arm) => (state.weightedSum?.[arm] ?? 0) / computeWorth(state.closed[arm]).weight,
  }
}

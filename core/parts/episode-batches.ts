// Episodes over noisy batches: what AdaP-UCB, AdaP-KLUCB, AdaC-UCB, DP-KLUCB and DP-IMED share;
// each brings its index.

import type { Algorithm } from "../algorithm.ts"
import { roomInBatch } from "./batches.ts"
import { dropOutstanding } from "./discard-open-batches.ts"
import { createEpisodes, type Episodes, findLargestIndex } from "./episodes.ts"
import { type BatchNoise, createNoisyBatches, type NoisyBatches } from "./noisy-batches.ts"
import { decide } from "./rounds.ts"

export interface EpisodeBatches extends NoisyBatches, Episodes {}

export interface EpisodeBatchRule extends BatchNoise {
  /** The noisy mean of an arm that has one, if not noisySum / count. */
  readonly mean?: (state: NoisyBatches, arm: number) => number
  /** The index of an arm, larger is better, from its noisy mean and what is behind it. */
  readonly index: (mean: number, count: number, shared: number, batches: number) => number
  /** The part that all indices of a comparison share. */
  readonly shared: (round: number, bestMean: number) => number
}

export function createEpisodeBatches(
  rule: EpisodeBatchRule,
): Omit<Algorithm<EpisodeBatches>, "name" | "parameters" | "guarantee"> {
  const batches = createNoisyBatches<EpisodeBatches>(rule)
  const computeMean = rule.mean ?? plainMean
  const computeIndex = rememberIndices(rule.index)

  return {
    ...batches,

    ...createEpisodes<EpisodeBatches>({
      horizon: Number.POSITIVE_INFINITY,
      firstBatch: rule.sizeBatch(0),
      bestArm(state, random, excluded) {
        const { count, closed } = state
        let bestMean = Number.NEGATIVE_INFINITY
        for (let arm = 0; arm < count.length; arm++)
          if (count[arm] > 0 && excluded?.has(arm) !== true) bestMean = Math.max(bestMean, computeMean(state, arm))
        const shared = rule.shared(state.round + 1, bestMean)
        const index = (arm: number) => computeIndex(arm, computeMean(state, arm), count[arm], shared, closed[arm])
        return findLargestIndex(count, excluded, index, random)
      },
      decide,
      sizeBatch: (state, arm) => state.size[arm],
      lacking: roomInBatch,
    }),

    start: (armCount) => Object.assign(batches.start(armCount), { current: -1, episode: 0 }),

    addArm: batches.addArm,

    retireArm(state, arm) {
      dropOutstanding(state, arm)
      if (arm === state.current) state.current = -1
    },
  }
}

/** Keeps each arm's last index, because some take long, while what it depends on is the same. */
function rememberIndices(index: EpisodeBatchRule["index"]) {
  const last: { mean: number; count: number; shared: number; batches: number; value: number }[] = []
  return (arm: number, mean: number, count: number, shared: number, batches: number): number => {
    const known = last[arm]
    if (known?.mean === mean && known.count === count && known.shared === shared && known.batches === batches)
      return known.value
    const value = index(mean, count, shared, batches)
    last[arm] = { mean, count, shared, batches, value }
    return value
  }
}

const plainMean = (state: NoisyBatches, arm: number): number => state.noisySum[arm] / state.count[arm]

// Episodes: after every arm's first batch, the arm with the largest index is played until its next batch is closed, then the
// indices are compared again. What AdaP-UCB, AdaP-KLUCB, AdaC-UCB, DP-KLUCB and DP-IMED share; each brings its index.

import type { Algorithm } from "./algorithm.ts"
import { roomInBatch } from "./batches.ts"
import type { Laws } from "./laws.ts"
import { type BatchNoise, type NoisyBatches, noisyBatches } from "./noisy-batches.ts"
import type { Random } from "./random/random.ts"
import { checkRound, decide, nextUntried } from "./rounds.ts"

export interface PlayedBatches extends NoisyBatches {
  /** The arm being played (-1 before the first episode) and its batch: the episode is over once that batch is closed. */
  current: number
  episode: number
}

export interface PlayedRule extends BatchNoise {
  /** The noisy mean of an arm that has one, if not noisySum / count. */
  readonly mean?: (state: NoisyBatches, arm: number) => number
  /** The index of an arm, larger is better, from its noisy mean, the rewards and batches behind it, and `shared`. */
  readonly index: (mean: number, count: number, shared: number, batches: number) => number
  /** What all indices of a comparison share, from the round to decide and the largest noisy mean. */
  readonly shared: (round: number, bestMean: number) => number
}

export function playedBatches(rule: PlayedRule): Omit<Algorithm<PlayedBatches>, "name" | "parameters" | "guarantee"> {
  const batches = noisyBatches<PlayedBatches>(rule)
  const meanOf = rule.mean ?? plainMean
  const indexOf = remembering(rule.index)

  /** The best of the allowed arms, all of them tried; equals are drawn from, or without `random` give -1. */
  function bestArm(state: PlayedBatches, random: Random | null, excluded?: ReadonlySet<number>): number {
    const { count } = state
    let bestMean = Number.NEGATIVE_INFINITY
    for (let arm = 0; arm < count.length; arm++)
      if (count[arm] > 0 && excluded?.has(arm) !== true) bestMean = Math.max(bestMean, meanOf(state, arm))
    const shared = rule.shared(state.round + 1, bestMean)
    let chosen = -1
    let largest = Number.NEGATIVE_INFINITY
    let equals = 0
    for (let arm = 0; arm < count.length; arm++) {
      if (count[arm] === 0 || excluded?.has(arm) === true) continue
      const index = indexOf(arm, meanOf(state, arm), count[arm], shared, state.closed[arm])
      if (index < largest) continue
      equals = index > largest ? 1 : equals + 1
      largest = index
      if (equals === 1) chosen = arm
      else if (random === null) chosen = -1
      else if (random.integer(equals) === 0) chosen = arm
    }
    return chosen
  }

  const isPlaying = (state: PlayedBatches): boolean =>
    state.current >= 0 && state.closed[state.current] === state.episode

  return {
    ...batches,

    start: (armCount) => Object.assign(batches.start(armCount), { current: -1, episode: 0 }),

    choose(state, random, excluded) {
      checkRound(state, Number.POSITIVE_INFINITY, excluded)
      if (isPlaying(state) && excluded?.has(state.current) !== true) return decide(state, state.current)
      const untried = nextUntried(state, state.closed, excluded)
      if (untried >= 0) return decide(state, untried)
      const arm = bestArm(state, random, excluded)
      // If the arm being played is only excluded for now, this one stands in for it and no episode begins.
      if (!isPlaying(state)) {
        state.current = arm
        state.episode = state.closed[arm]
      }
      return decide(state, arm)
    },

    laws(state): Laws {
      if (isPlaying(state)) return { kind: "batch", arms: [state.current], pulls: roomInBatch(state, state.current) }
      if (nextUntried(state, state.closed) >= 0) return firstBatchLaw(state)
      const arm = bestArm(state, null)
      return arm < 0 ? { kind: "plain" } : { kind: "batch", arms: [arm], pulls: roomInBatch(state, arm) }
    },

    // An episode lasts until its batch is closed, and that needs the rewards of all its decisions.
    settled(state) {
      const { current: arm, opensAt, size, decided } = state
      const count = isPlaying(state) ? opensAt[arm] + size[arm] - decided[arm] : 0
      return count > 0 ? { arm, count } : null
    },

    addArm: batches.addArm,

    retireArm(state, arm) {
      if (arm === state.current) state.current = -1
    },
  }
}

/** The index of each arm as it was last computed, for as long as what it depends on is the same: some indices take long. */
function remembering(index: PlayedRule["index"]) {
  const last: { mean: number; count: number; shared: number; batches: number; value: number }[] = []
  return (arm: number, mean: number, count: number, shared: number, batches: number): number => {
    const known = last[arm]
    if (known === undefined) {
      const value = index(mean, count, shared, batches)
      last[arm] = { mean, count, shared, batches, value }
      return value
    }
    if (known.mean !== mean || known.count !== count || known.shared !== shared || known.batches !== batches) {
      known.value = index(mean, count, shared, batches)
      known.mean = mean
      known.count = count
      known.shared = shared
      known.batches = batches
    }
    return known.value
  }
}

const plainMean = (state: NoisyBatches, arm: number): number => state.noisySum[arm] / state.count[arm]

/** First batches are filled in turn, those with the fewest pulls first, until they have as many as the next fewest. */
function firstBatchLaw(state: PlayedBatches): Laws {
  let fewest = Number.POSITIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  let arms: number[] = []
  for (let arm = 0; arm < state.closed.length; arm++) {
    if (state.closed[arm] > 0) continue
    const pulls = state.decided[arm]
    if (pulls < fewest) {
      until = Math.min(fewest, state.size[arm])
      fewest = pulls
      arms = [arm]
    } else if (pulls === fewest) arms.push(arm)
    else until = Math.min(until, pulls)
  }
  // With all decisions out and rewards missing, only the next choice is known.
  return until > fewest ? { kind: "batch", arms, pulls: until - fewest } : { kind: "batch", arms: [arms[0]], pulls: 1 }
}

// Anytime-Lazy-UCB (Hu, Huang, Mehta 2021): UCB on means that are refreshed, with fresh Laplace
// noise, only when an arm's buffer of 2, 4, 8, … rewards is full. Guarantee: epsilon-DP, one
// Laplace release per reward (anytime-lazy-ucb.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { Laws } from "../laws.ts"
import type { ParameterValues } from "../parameters.ts"
import { roomInBatch } from "../parts/batches.ts"
import { findLargestIndex } from "../parts/episodes.ts"
import { logarithm, logBaseSpec } from "../parts/logarithm.ts"
import { createNoisyBatches, doublingBatch, type NoisyBatches } from "../parts/noisy-batches.ts"
import { checkRound, decide, nextUnreleased, nextUntried } from "../parts/rounds.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"
import type { Random } from "../random/random.ts"

const parameters = { epsilon: epsilonSpec, logBase: logBaseSpec("2") } as const

/** mean + √(level / n) + level / (εn), n rewards in the last full buffer, level = 3 log t. */
export function anytimeLazyUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return mean + Math.sqrt(level / n) + level / (epsilon * n)
}

function create({ epsilon, logBase }: ParameterValues<typeof parameters>): AlgorithmBody<NoisyBatches> {
  const computeIndex = (state: NoisyBatches, arm: number, level: number): number =>
    anytimeLazyUcbIndex(epsilon, state.noisySum[arm] / state.count[arm], state.count[arm], level)

  /** The arm with the largest index in `round`; equals are drawn, or give -1 without `random`. */
  function leader(state: NoisyBatches, round: number, random: Random | null, excluded?: ReadonlySet<number>): number {
    const level = 3 * logarithm(logBase, round)
    return findLargestIndex(state.count, excluded, (arm) => computeIndex(state, arm, level), random)
  }

  /** Whether `ahead` leads every other arm in `round` by more than rounding errors. */
  function leadsClearly(state: NoisyBatches, ahead: number, round: number): boolean {
    const level = 3 * logarithm(logBase, round)
    const lead = computeIndex(state, ahead, level)
    const size = indexSize(state, ahead, lead)
    for (let arm = 0; arm < state.count.length; arm++) {
      if (arm === ahead) continue
      const other = computeIndex(state, arm, level)
      if (lead - other <= 2 ** -48 * (size + indexSize(state, arm, other))) return false
    }
    return true
  }

  return {
    ...createNoisyBatches<NoisyBatches>({
      sizeBatch: doublingBatch,
      uses: "last",
      release: { mechanism: "laplace", epsilon },
    }),

    choose(state, random, excluded) {
      checkRound(state, Number.POSITIVE_INFINITY, excluded)
      const untried = nextUnreleased(state, state.closed, doublingBatch(0), excluded)
      if (untried >= 0) return decide(state, untried)
      return decide(state, leader(state, state.round + 1, random, excluded))
    },

    /**
     * Until a buffer is full only log t moves, and it moves the indices of arms with fewer rewards
     * faster: against an arm with more rewards a lead only grows, against one with fewer it only
     * shrinks. So the last clear lead is found by halving.
     */
    laws(state): Laws {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      const { round } = state
      const ahead = leader(state, round + 1, null)
      if (ahead < 0) return { kind: "plain" }
      if (!leadsClearly(state, ahead, round + 1)) return { kind: "batch", arms: [ahead], pulls: 1 }
      const room = roomInBatch(state, ahead)
      if (leadsClearly(state, ahead, round + room)) return { kind: "batch", arms: [ahead], pulls: room }
      let pulls = 1
      let beyond = room
      while (beyond - pulls > 1) {
        const middle = pulls + Math.floor((beyond - pulls) / 2)
        if (leadsClearly(state, ahead, round + middle)) pulls = middle
        else beyond = middle
      }
      return { kind: "batch", arms: [ahead], pulls }
    },

    guarantee: () => laplaceGuarantee(epsilon),
  }
}

/** The sizes of an index's terms, to which its rounding error is proportional. */
function indexSize(state: NoisyBatches, arm: number, index: number): number {
  const mean = state.noisySum[arm] / state.count[arm]
  return Math.abs(mean) + (index - mean)
}

export const anytimeLazyUcb = defineAlgorithm(create, {
  name: "anytime-lazy-ucb",
  label: "Anytime-Lazy-UCB",
  about: "UCB on noisy means refreshed when an arm's buffer has doubled; optimal order of regret without the horizon.",
  source: "Hu, Huang, Mehta (2021, arXiv 2102.07929), Anytime-Lazy-UCB",
  parameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

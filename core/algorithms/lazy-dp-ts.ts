// Lazy-DP-TS (Hu and Hegde, UAI 2022, Algorithm 2): Beta Thompson sampling on optimistic noisy
// means that are refreshed only when an arm's buffer of 2, 4, 8, … rewards is full. Guarantee:
// epsilon-DP, one Laplace release per reward (lazy-dp-ts.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { clipUnit } from "../numerics/clip.ts"
import type { ParameterValues } from "../parameters.ts"
import { roomInBatch } from "../parts/batches.ts"
import { findLargestDraw } from "../parts/largest-draw.ts"
import { logarithm, logBaseSpec } from "../parts/logarithm.ts"
import { createNoisyBatches, doublingBatch, type NoisyBatches } from "../parts/noisy-batches.ts"
import { checkRound, decide, nextUnreleased, nextUntried, zeros } from "../parts/rounds.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"

const parameters = { epsilon: epsilonSpec, logBase: logBaseSpec("e") } as const

/** p = [mean + level / (εn)], n rewards in the last full buffer, level = 3 log t. */
export function optimisticMean(epsilon: number, mean: number, n: number, level: number): number {
  return clipUnit(mean + level / (epsilon * n))
}

function create({ epsilon, logBase }: ParameterValues<typeof parameters>): AlgorithmBody<NoisyBatches> {
  const successes = (state: NoisyBatches, arm: number, level: number): number =>
    optimisticMean(epsilon, state.noisySum[arm] / state.count[arm], state.count[arm], level) * state.count[arm]

  /** The parameters pn + 1 and (1-p)n + 1 of every arm's Beta law in round `round`. */
  function writeLaws(state: NoisyBatches, round: number, first: number[], second: number[]): void {
    const level = 3 * logarithm(logBase, round)
    for (let arm = 0; arm < state.count.length; arm++) {
      const won = successes(state, arm, level)
      first[arm] = won + 1
      second[arm] = state.count[arm] - won + 1
    }
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
      const level = 3 * logarithm(logBase, state.round + 1)
      const drawArm = (arm: number): number => {
        if (state.count[arm] === 0) return Number.NEGATIVE_INFINITY
        const won = successes(state, arm, level)
        return random.beta(won + 1, state.count[arm] - won + 1)
      }
      return decide(state, findLargestDraw(state.count.length, excluded, drawArm))
    },

    laws(state) {
      const untried = nextUntried(state, state.closed)
      if (untried >= 0) return { kind: "batch", arms: [untried], pulls: 1 }
      const first = zeros(state.count.length)
      const second = zeros(state.count.length)
      writeLaws(state, state.round + 1, first, second)
      const pullsLeft = first.map((_, arm) => roomInBatch(state, arm))
      // p grows with log t, and a Beta law with p: the indices never fall between two refreshments.
      const drift = (round: number, a: number[], b: number[]) => writeLaws(state, round, a, b)
      return { kind: "drawn", family: "beta", first, second, pullsLeft, drift }
    },

    guarantee: () => laplaceGuarantee(epsilon),
  }
}

export const lazyDpTs = defineAlgorithm(create, {
  name: "lazy-dp-ts",
  label: "Lazy-DP-TS",
  about:
    "Thompson sampling on noisy means refreshed when an arm's buffer has doubled; small regret without the horizon.",
  source: "Hu, Hegde (UAI 2022), Algorithm 2",
  parameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

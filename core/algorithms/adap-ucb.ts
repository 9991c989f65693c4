// AdaP-UCB (Azize and Basu 2022): episodes that double an arm's count; the index is built on the
// noisy mean of the arm's last episode only. Guarantee: epsilon-DP, one Laplace release per reward
// (adap-ucb.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import { createEpisodeBatches, type EpisodeBatches } from "../parts/episode-batches.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"

export const adapParameters = {
  epsilon: epsilonSpec,
  exploration: {
    kind: "number",
    about: "width of the confidence intervals: the analysis needs more than 3, the paper's experiments use 3.1",
    min: 0,
    aboveMin: true,
    max: 1000,
    default: 3.1,
  } satisfies NumberSpec,
} as const

/** One pull, then episodes that each double the arm's count: 1, 1, 2, 4, 8, … */
export const doublingEpisode = (batch: number): number => (batch === 0 ? 1 : 2 ** (batch - 1))

/** mean + √(level / (2n)) + level / (εn), n rewards in the last episode, level = α ln t. */
export function adapUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return mean + Math.sqrt(level / (2 * n)) + level / (epsilon * n)
}

/** AdaP with this index of an arm. */
export const createAdap =
  (index: typeof adapUcbIndex) =>
  ({ epsilon, exploration }: ParameterValues<typeof adapParameters>): AlgorithmBody<EpisodeBatches> => ({
    ...createEpisodeBatches({
      sizeBatch: doublingEpisode,
      uses: "last",
      release: { mechanism: "laplace", epsilon },
      shared: (round) => exploration * Math.log(round),
      index: (mean, n, level) => index(epsilon, mean, n, level),
    }),
    guarantee: () => laplaceGuarantee(epsilon),
  })

export const adapUcb = defineAlgorithm(createAdap(adapUcbIndex), {
  name: "adap-ucb",
  label: "AdaP-UCB",
  about: "UCB in doubling episodes on the last episode's noisy mean; anytime, pure differential privacy.",
  source: "Azize, Basu (NeurIPS 2022), AdaP-UCB",
  parameters: adapParameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

// AdaP-KLUCB (Azize and Basu 2022): AdaP-UCB's episodes with the KL-UCB index of the optimistic noisy mean.
// Guarantee: epsilon-DP, one Laplace release per reward (adap-kl-ucb.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { klUpperBound } from "../numerics/bernoulli-kl.ts"
import { clipUnit } from "../numerics/clip-unit.ts"
import { checkParameters, type NumberSpec, type ParametersOf } from "../parameters.ts"
import { type PlayedBatches, playedBatches } from "../parts/played-batches.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"
import { doublingEpisode } from "./adap-ucb.ts"

const parameters = {
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

/** The largest q in [0, 1] with kl([mean + α ln t / (εn)], q) ≤ α ln t / n, where `level` = α ln t. */
export function adapKlUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return klUpperBound(clipUnit(mean + level / (epsilon * n)), level / n)
}

function create({ epsilon, exploration }: ParametersOf<typeof parameters>): Algorithm<PlayedBatches> {
  return {
    name: "adap-kl-ucb",
    parameters: { epsilon, exploration },
    ...playedBatches({
      sizeOf: doublingEpisode,
      uses: "last",
      release: { mechanism: "laplace", epsilon },
      shared: (round) => exploration * Math.log(round),
      index: (mean, n, level) => adapKlUcbIndex(epsilon, mean, n, level),
    }),
    guarantee: () => laplaceGuarantee(epsilon),
  }
}

export const adapKlUcb: AlgorithmEntry = {
  name: "adap-kl-ucb",
  label: "AdaP-KLUCB",
  about: "KL-UCB in doubling episodes on the last episode's noisy mean; anytime, pure differential privacy.",
  source: "Azize, Basu (NeurIPS 2022), AdaP-KLUCB",
  parameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  simulation: { grows: true },
  create: (given) => create(checkParameters("adap-kl-ucb", parameters, given)) as Algorithm,
  calibrate: calibrateLaplace,
}

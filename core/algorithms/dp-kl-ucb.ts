// DP-KLUCB (Azize, Wu, Honda, Orabona, Ito, Basu 2025): KL-UCB on noisy cumulative means, with a divergence d_ε that allows for
// the noise; arms are played in geometric batches. Guarantee: epsilon-DP, one Laplace release per reward (dp-kl-ucb.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { clipUnit } from "../numerics/clip-unit.ts"
import { privateKlUpperBound } from "../numerics/private-kl.ts"
import { checkParameters, type ParametersOf } from "../parameters.ts"
import { chosenBatches, geometricBatch, geometricSpecs } from "../parts/geometric-batches.ts"
import { type PlayedBatches, playedBatches } from "../parts/played-batches.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"

const parameters = { epsilon: epsilonSpec, ...geometricSpecs } as const

/** The largest q with d_ε([mean], q) ≤ ln t / n, with n all the arm's rewards and `level` = ln t. */
export function dpKlUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return privateKlUpperBound(epsilon, clipUnit(mean), level / n)
}

function create({ epsilon, ...given }: ParametersOf<typeof parameters>): Algorithm<PlayedBatches> {
  const { batchRatio, firstBatch } = chosenBatches(epsilon, given)
  return {
    name: "dp-kl-ucb",
    parameters: { epsilon, batchRatio, firstBatch },
    ...playedBatches({
      sizeOf: geometricBatch(firstBatch, batchRatio),
      uses: "all",
      release: { mechanism: "laplace", epsilon },
      shared: (round) => Math.log(round),
      index: (mean, n, level) => dpKlUcbIndex(epsilon, mean, n, level),
    }),
    guarantee: () => laplaceGuarantee(epsilon),
  }
}

export const dpKlUcb: AlgorithmEntry = {
  name: "dp-kl-ucb",
  label: "DP-KLUCB",
  about: "KL-UCB on noisy running means that forget nothing; among the strongest of the pure kind, and anytime.",
  source: "Azize, Wu, Honda, Orabona, Ito, Basu (NeurIPS 2025), DP-KLUCB",
  parameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  create: (given) => create(checkParameters("dp-kl-ucb", parameters, given)) as Algorithm,
  calibrate: calibrateLaplace,
}

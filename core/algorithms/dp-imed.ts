// DP-IMED (Azize, Wu, Honda, Orabona, Ito, Basu 2025): play the arm with the least evidence against being best, where evidence
// is the divergence d_ε that allows for the noise. Guarantee: epsilon-DP, one Laplace release per reward (dp-imed.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { clipUnit } from "../numerics/clip-unit.ts"
import { privateKl } from "../numerics/private-kl.ts"
import { checkParameters, type ParametersOf } from "../parameters.ts"
import { chosenBatches, geometricBatch, geometricSpecs } from "../parts/geometric-batches.ts"
import { type PlayedBatches, playedBatches } from "../parts/played-batches.ts"
import { calibrateLaplace, epsilonSpec } from "../privacy/calibration.ts"
import { laplaceGuarantee } from "../privacy/guarantee.ts"

const parameters = { epsilon: epsilonSpec, ...geometricSpecs } as const

/** n d_ε([mean], [best mean]) + ln n, with n all the arm's rewards: the smallest is played. */
export function dpImedIndex(epsilon: number, mean: number, n: number, clippedBest: number): number {
  return n * privateKl(epsilon, clipUnit(mean), clippedBest) + Math.log(n)
}

function create({ epsilon, ...given }: ParametersOf<typeof parameters>): Algorithm<PlayedBatches> {
  const { batchRatio, firstBatch } = chosenBatches(epsilon, given)
  return {
    name: "dp-imed",
    parameters: { epsilon, batchRatio, firstBatch },
    ...playedBatches({
      sizeOf: geometricBatch(firstBatch, batchRatio),
      uses: "all",
      release: { mechanism: "laplace", epsilon },
      shared: (_round, bestMean) => clipUnit(bestMean),
      index: (mean, n, clippedBest) => -dpImedIndex(epsilon, mean, n, clippedBest),
    }),
    guarantee: () => laplaceGuarantee(epsilon),
  }
}

export const dpImed: AlgorithmEntry = {
  name: "dp-imed",
  label: "DP-IMED",
  about: "Plays the arm with the least evidence against it; among the strongest of the pure kind, and anytime.",
  source: "Azize, Wu, Honda, Orabona, Ito, Basu (NeurIPS 2025), DP-IMED",
  parameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  create: (given) => create(checkParameters("dp-imed", parameters, given)) as Algorithm,
  calibrate: calibrateLaplace,
}

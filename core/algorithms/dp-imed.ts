// DP-IMED (Azize, Wu, Honda, Orabona, Ito, Basu 2025): pull the arm with the least evidence against
// being best, where evidence is the divergence d_ε that allows for the noise. Guarantee:
// epsilon-DP, one Laplace release per reward (dp-imed.md).

import { defineAlgorithm } from "../algorithm-entry.ts"
import { clipUnit } from "../numerics/clip.ts"
import { privateKl } from "../numerics/private-kl.ts"
import { createGeometricEpisodes, geometricParameters } from "../parts/geometric-batches.ts"
import { calibrateLaplace } from "../privacy/calibration.ts"

/** n d_ε([mean], [best mean]) + ln n, with n all the arm's rewards: the smallest is pulled. */
export function dpImedIndex(epsilon: number, mean: number, n: number, clippedBest: number): number {
  return n * privateKl(epsilon, clipUnit(mean), clippedBest) + Math.log(n)
}

const create = createGeometricEpisodes(
  (_round, bestMean) => clipUnit(bestMean),
  (epsilon, mean, n, clippedBest) => -dpImedIndex(epsilon, mean, n, clippedBest),
)

export const dpImed = defineAlgorithm(create, {
  name: "dp-imed",
  label: "DP-IMED",
  about: "Plays the arm with the least evidence against it; among the strongest of the pure kind, and anytime.",
  source: "Azize, Wu, Honda, Orabona, Ito, Basu (NeurIPS 2025), DP-IMED",
  parameters: geometricParameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

// DP-KLUCB (Azize, Wu, Honda, Orabona, Ito, Basu 2025): KL-UCB on noisy cumulative means, with a
// divergence d_ε that allows for the noise; arms are pulled in geometric batches. Guarantee:
// epsilon-DP, one Laplace release per reward (dp-kl-ucb.md).

import { defineAlgorithm } from "../algorithm-entry.ts"
import { clipUnit } from "../numerics/clip.ts"
import { privateKlUpperBound } from "../numerics/private-kl.ts"
import { createGeometricEpisodes, geometricParameters } from "../parts/geometric-batches.ts"
import { calibrateLaplace } from "../privacy/calibration.ts"

/** The largest q with d_ε([mean], q) ≤ level / n, n rewards of the arm, level = ln t. */
export function dpKlUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return privateKlUpperBound(epsilon, clipUnit(mean), level / n)
}

export const dpKlUcb = defineAlgorithm(createGeometricEpisodes(Math.log, dpKlUcbIndex), {
  name: "dp-kl-ucb",
  label: "DP-KLUCB",
  about: "KL-UCB on noisy running means that forget nothing; among the strongest of the pure kind, and anytime.",
  source: "Azize, Wu, Honda, Orabona, Ito, Basu (NeurIPS 2025), DP-KLUCB",
  parameters: geometricParameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

// AdaP-KLUCB (Azize and Basu 2022): AdaP-UCB's episodes with the KL-UCB index of the optimistic
// noisy mean. Guarantee: epsilon-DP, one Laplace release per reward (adap-kl-ucb.md).

import { defineAlgorithm } from "../algorithm-entry.ts"
import { klUpperBound } from "../numerics/bernoulli-kl.ts"
import { clipUnit } from "../numerics/clip.ts"
import { calibrateLaplace } from "../privacy/calibration.ts"
import { adapParameters, createAdap } from "./adap-ucb.ts"

/** The largest q in [0, 1] with kl([mean + level / (εn)], q) ≤ level / n, where level = α ln t. */
export function adapKlUcbIndex(epsilon: number, mean: number, n: number, level: number): number {
  return klUpperBound(clipUnit(mean + level / (epsilon * n)), level / n)
}

export const adapKlUcb = defineAlgorithm(createAdap(adapKlUcbIndex), {
  name: "adap-kl-ucb",
  label: "AdaP-KLUCB",
  about: "KL-UCB in doubling episodes on the last episode's noisy mean; anytime, pure differential privacy.",
  source: "Azize, Basu (NeurIPS 2022), AdaP-KLUCB",
  parameters: adapParameters,
  example: { epsilon: 1 },
  live: { noise: "sums" },
  calibrate: calibrateLaplace,
})

// The law of an arm's continuous rewards on [0, 1]: enough to draw one or to use a lattice.

import type { Random } from "@armistice/core"

export interface RewardLaw {
  readonly mean: number
  /** Probability of a reward of at most x, for x in [0, 1]. */
  cdf(x: number): number
  /** Mean of the reward where it is at most x, and 0 elsewhere. */
  partialMean(x: number): number
  draw(random: Random): number
}

/** The law of 1 - X. */
export function mirrorLaw(law: RewardLaw): RewardLaw {
  return {
    mean: 1 - law.mean,
    cdf: (x) => 1 - law.cdf(1 - x),
    partialMean: (x) => 1 - law.cdf(1 - x) - (law.mean - law.partialMean(1 - x)),
    draw: (random) => 1 - law.draw(random),
  }
}

// Beta(mean·c, (1-mean)·c) rewards with concentration c and variance mean·(1-mean)/(c+1).

import { betaCdf } from "@armistice/core/numerics"
import type { RewardLaw } from "./reward-law.ts"

export function createBetaLaw(mean: number, concentration: number): RewardLaw {
  const a = mean * concentration
  const b = (1 - mean) * concentration
  return {
    mean,
    cdf: (x) => betaCdf(a, b, x),
    // x times the density of Beta(a, b) is its mean times the density of Beta(a+1, b).
    partialMean: (x) => mean * betaCdf(a + 1, b, x),
    draw: (random) => random.beta(a, b),
  }
}

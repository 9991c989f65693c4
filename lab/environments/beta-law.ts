// Beta rewards, given by mean and concentration: Beta(mean·c, (1-mean)·c), whose variance is mean·(1-mean)/(c+1).

import { betaKernel, incompleteBeta } from "./incomplete-beta.ts"
import type { RewardLaw } from "./reward-law.ts"

export function betaLaw(mean: number, concentration: number): RewardLaw {
  const a = mean * concentration
  const b = (1 - mean) * concentration
  return {
    mean,
    cdf: (x) => incompleteBeta(x, a, b),
    // x·density is mean · density of Beta(a+1, b), and I_x(a+1, b) = I_x(a, b) - x^a (1-x)^b / (a B(a, b)).
    partialMean: (x) => mean * (incompleteBeta(x, a, b) - betaKernel(x, a, b) / a),
    draw: (random) => random.beta(a, b),
  }
}

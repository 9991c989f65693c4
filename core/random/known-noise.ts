// Randomness that gives a known noise, for audits and tests: `units` standard deviations (scales)
// whenever noise is asked, so that with 0 what is released is exact. All other chance is that of a
// seed.

import type { Random } from "./random.ts"
import { residualInDoubles } from "./residual-noise.ts"
import { seededRandom } from "./seeded-random.ts"

/** Randomness whose noise is always `units` standard deviations. */
export function knownNoise(units: number, seed = 0): Random {
  const rest = seededRandom(seed)
  return {
    gaussian: () => units,
    laplace: (scale) => units * scale,
    gaussianAround: (centre, deviation) => centre + units * deviation,
    laplaceAround: (centre, scale) => centre + units * scale,
    residual: (hidden, joined, plan) => residualInDoubles(hidden, joined, plan, units),
    uniform: () => rest.uniform(),
    integer: (bound) => rest.integer(bound),
    exponential: () => rest.exponential(),
    gamma: (shape) => rest.gamma(shape),
    beta: (a, b) => rest.beta(a, b),
    binomial: (trials, p) => rest.binomial(trials, p),
  }
}

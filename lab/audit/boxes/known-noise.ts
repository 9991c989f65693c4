// Randomness that gives a known noise.

import { type Random, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

/** Noise of `units` standard deviations (scales) whenever noise is asked: with 0, what is released is exact. */
export function knownNoise(units: number): Random {
  const rest = seededRandom(0)
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

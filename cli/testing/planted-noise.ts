// A service whose noise is too small, for audits that must notice.

import { type SecureRandom, secureRandom } from "@armistice/core"

/** The platform's generator with noise that is too small: what a service must never be given. */
export function plantedNoise(factor: number): SecureRandom {
  const real = secureRandom()
  return {
    kind: "secure",
    uniform: () => real.uniform(),
    integer: (bound) => real.integer(bound),
    exponential: () => real.exponential(),
    gamma: (shape) => real.gamma(shape),
    beta: (a, b) => real.beta(a, b),
    binomial: (trials, p) => real.binomial(trials, p),
    gaussian: () => factor * real.gaussian(),
    laplace: (scale) => factor * real.laplace(scale),
    gaussianAround: (centre, spread) => (factor === 0 ? centre : real.gaussianAround(centre, factor * spread)),
    // The carried sum does not depend on eta, and the deviation is inverse to it: a millionth of it
    // is as good as none.
    residual: (hidden, joined, plan) =>
      real.residual(hidden, joined, { ...plan, eta: factor === 0 ? 1e6 : plan.eta / factor }),
    laplaceAround: (centre, scale) => (factor === 0 ? centre : real.laplaceAround(centre, factor * scale)),
  }
}

// Every method of Random over a source of words: the part the seeded and the secure generator have
// in common.

import { requireParameter } from "../errors.ts"
import { drawBinomial } from "./binomial-sampler.ts"
import { drawExponential, drawLaplace } from "./exponential-sampler.ts"
import { drawBeta, drawGamma } from "./gamma-sampler.ts"
import { drawGaussian } from "./gaussian-sampler.ts"
import type { Random } from "./random.ts"
import { type HiddenSum, type ResidualPlan, type ResidualRelease, residualInDoubles } from "./residual-noise.ts"
import { drawInteger, drawUniform } from "./uniform-sampler.ts"
import type { WordSource } from "./word-source.ts"

/** Every method of `Random` over 32-bit words that a subclass gives. */
export abstract class SamplingRandom implements Random, WordSource {
  abstract word(): number

  uniform(): number {
    return drawUniform(this)
  }

  integer(bound: number): number {
    return drawInteger(this, bound)
  }

  gaussian(): number {
    return drawGaussian(this)
  }

  exponential(): number {
    return drawExponential(this)
  }

  laplace(scale: number): number {
    const isScale = scale > 0 && scale < Number.POSITIVE_INFINITY
    requireParameter(isScale, "scale must be a finite number greater than 0", scale)
    return scale * drawLaplace(this)
  }

  gaussianAround(centre: number, deviation: number): number {
    return centre + deviation * drawGaussian(this)
  }

  laplaceAround(centre: number, scale: number): number {
    return centre + this.laplace(scale)
  }

  residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    return residualInDoubles(hidden, joined, plan, drawGaussian(this))
  }

  gamma(shape: number): number {
    return drawGamma(this, shape)
  }

  beta(a: number, b: number): number {
    return drawBeta(this, a, b)
  }

  binomial(trials: number, p: number): number {
    return drawBinomial(this, trials, p)
  }
}

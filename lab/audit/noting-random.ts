// Randomness that is watched: hands on what a generator gives and notes whether it was asked, and for which noise. And randomness that
// gives a known noise instead.

import { type HiddenSum, type Random, type ResidualPlan, type ResidualRelease, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

export class NotingRandom implements Random {
  inner: Random
  /** Whether anything was asked since `forget`, and the law of the last noise. */
  isUsed = false
  noise: "gaussian" | "laplace" | null = null

  constructor(inner: Random) {
    this.inner = inner
  }

  forget(): void {
    this.isUsed = false
    this.noise = null
  }

  gaussian(): number {
    this.isUsed = true
    this.noise = "gaussian"
    return this.inner.gaussian()
  }

  gaussianAround(centre: number, deviation: number): number {
    this.isUsed = true
    this.noise = "gaussian"
    return this.inner.gaussianAround(centre, deviation)
  }

  residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    this.isUsed = true
    this.noise = "gaussian"
    return this.inner.residual(hidden, joined, plan)
  }

  laplaceAround(centre: number, scale: number): number {
    this.isUsed = true
    this.noise = "laplace"
    return this.inner.laplaceAround(centre, scale)
  }

  laplace(scale: number): number {
    this.isUsed = true
    this.noise = "laplace"
    return this.inner.laplace(scale)
  }

  uniform(): number {
    this.isUsed = true
    return this.inner.uniform()
  }

  integer(bound: number): number {
    this.isUsed = true
    return this.inner.integer(bound)
  }

  exponential(): number {
    this.isUsed = true
    return this.inner.exponential()
  }

  gamma(shape: number): number {
    this.isUsed = true
    return this.inner.gamma(shape)
  }

  beta(a: number, b: number): number {
    this.isUsed = true
    return this.inner.beta(a, b)
  }

  binomial(trials: number, p: number): number {
    this.isUsed = true
    return this.inner.binomial(trials, p)
  }
}

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

// Randomness that is watched: hands on what a generator gives and notes what was asked, so that an attacker who may see an
// algorithm's draws sees them without the algorithm being touched. And randomness that gives a known noise instead.

import { type HiddenSum, type Random, type ResidualPlan, type ResidualRelease, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

export class NotingRandom implements Random {
  inner: Random
  /** Whether anything was asked since `forget`, and the law of the last noise. */
  isUsed = false
  /** The Gaussian draws in order: around a centre as they were handed out, else in standard deviations. */
  gaussianCount = 0
  gaussians = new Float64Array(1024)
  areValues = false
  noise: "gaussian" | "laplace" | null = null

  constructor(inner: Random) {
    this.inner = inner
  }

  forget(): void {
    this.isUsed = false
    this.gaussianCount = 0
    this.noise = null
  }

  gaussian(): number {
    return this.#note(this.inner.gaussian(), false)
  }

  gaussianAround(centre: number, deviation: number): number {
    return this.#note(this.inner.gaussianAround(centre, deviation), true)
  }

  residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const release = this.inner.residual(hidden, joined, plan)
    this.#note(release.released, true)
    return release
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

  #note(draw: number, isValue: boolean): number {
    if (this.gaussianCount === this.gaussians.length) this.#grow()
    this.gaussians[this.gaussianCount++] = draw
    this.areValues = isValue
    this.isUsed = true
    this.noise = "gaussian"
    return draw
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.gaussians.length)
    larger.set(this.gaussians)
    this.gaussians = larger
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

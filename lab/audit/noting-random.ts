// Randomness that is watched: hands on what a generator gives and notes what was asked, so that an attacker who may see an
// algorithm's draws sees them without the algorithm being touched. And randomness that gives a known noise instead.

import { type Random, seededRandom } from "@armistice/core"

export class NotingRandom implements Random {
  inner: Random
  /** Whether anything was asked since `forget`, the Gaussian draws among it in order, and the law of the last noise. */
  isUsed = false
  gaussianCount = 0
  gaussians = new Float64Array(1024)
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
    const z = this.inner.gaussian()
    if (this.gaussianCount === this.gaussians.length) this.#grow()
    this.gaussians[this.gaussianCount++] = z
    this.isUsed = true
    this.noise = "gaussian"
    return z
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
    uniform: () => rest.uniform(),
    integer: (bound) => rest.integer(bound),
    exponential: () => rest.exponential(),
    gamma: (shape) => rest.gamma(shape),
    beta: (a, b) => rest.beta(a, b),
    binomial: (trials, p) => rest.binomial(trials, p),
  }
}

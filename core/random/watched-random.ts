// Randomness that is watched: passes on and reports every value of a source. Records, audits
// and tests differ only in what they make of it.

import type { Random } from "./random.ts"
import { type HiddenSum, type ResidualPlan, type ResidualRelease, residualDeviation } from "./residual-noise.ts"

/** The law of a noise. */
export type NoiseLaw = "gaussian" | "laplace"

/** Hands on the draws of a source and reports each of them. */
export abstract class WatchedRandom<Source extends Random = Random> implements Random {
  /** Where chance comes from. */
  inner: Source

  constructor(inner: Source) {
    this.inner = inner
  }

  /** Gets every value, with its law and scale (Gaussian: deviation) if it is noise; returns it. */
  protected abstract saw(value: number, law: NoiseLaw | null, scale: number): number

  uniform(): number {
    return this.saw(this.inner.uniform(), null, 1)
  }

  integer(bound: number): number {
    return this.saw(this.inner.integer(bound), null, 1)
  }

  gaussian(): number {
    return this.saw(this.inner.gaussian(), "gaussian", 1)
  }

  exponential(): number {
    return this.saw(this.inner.exponential(), null, 1)
  }

  laplace(scale: number): number {
    return this.saw(this.inner.laplace(scale), "laplace", scale)
  }

  gaussianAround(centre: number, deviation: number): number {
    return this.saw(this.inner.gaussianAround(centre, deviation), "gaussian", deviation)
  }

  laplaceAround(centre: number, scale: number): number {
    return this.saw(this.inner.laplaceAround(centre, scale), "laplace", scale)
  }

  residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease {
    const release = this.inner.residual(hidden, joined, plan)
    this.saw(release.released, "gaussian", residualDeviation(plan))
    return release
  }

  gamma(shape: number): number {
    return this.saw(this.inner.gamma(shape), null, 1)
  }

  beta(a: number, b: number): number {
    return this.saw(this.inner.beta(a, b), null, 1)
  }

  binomial(trials: number, p: number): number {
    return this.saw(this.inner.binomial(trials, p), null, 1)
  }
}

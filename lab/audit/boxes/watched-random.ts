// Randomness that is watched: hands on what a generator gives, and tells what it was.

import type { HiddenSum, Random, ResidualPlan, ResidualRelease } from "@armistice/core"

export type NoiseLaw = "gaussian" | "laplace"

export abstract class WatchedRandom implements Random {
  /** Where chance comes from. */
  inner: Random

  constructor(inner: Random) {
    this.inner = inner
  }

  /** Told every value that is handed out, with its law where it is noise. Returns it. */
  protected abstract saw(value: number, law: NoiseLaw | null): number

  uniform(): number {
    return this.saw(this.inner.uniform(), null)
  }

  integer(bound: number): number {
    return this.saw(this.inner.integer(bound), null)
  }

  gaussian(): number {
    return this.saw(this.inner.gaussian(), "gaussian")
  }

  exponential(): number {
    return this.saw(this.inner.exponential(), null)
  }

  laplace(scale: number): number {
    return this.saw(this.inner.laplace(scale), "laplace")
  }

  gamma(shape: number): number {
    return this.saw(this.inner.gamma(shape), null)
  }

  beta(a: number, b: number): number {
    return this.saw(this.inner.beta(a, b), null)
  }

  binomial(trials: number, p: number): number {
    return this.saw(this.inner.binomial(trials, p), null)
  }

  gaussianAround(centre: number, deviation: number): number {
    return this.saw(this.inner.gaussianAround(centre, deviation), "gaussian")
  }

  laplaceAround(centre: number, scale: number): number {
    return this.saw(this.inner.laplaceAround(centre, scale), "laplace")
  }

  residual(hidden: HiddenSum, joined: number, plan: ResidualPlan): ResidualRelease {
    const release = this.inner.residual(hidden, joined, plan)
    this.saw(release.released, "gaussian")
    return release
  }
}

/** Notes whether anything was asked since `forget`, and the law of the last noise. */
export class NotingRandom extends WatchedRandom {
  isUsed = false
  noise: NoiseLaw | null = null

  forget(): void {
    this.isUsed = false
    this.noise = null
  }

  protected override saw(value: number, law: NoiseLaw | null): number {
    this.isUsed = true
    this.noise = law ?? this.noise
    return value
  }
}

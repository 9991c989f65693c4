// Randomness that was drawn before and is given again, draw by draw, whatever is asked for. Replays
// differ only in where draws come from and what they note about the question.

import type { Random } from "./random.ts"
import type { HiddenSum, ResidualPlan, ResidualRelease } from "./residual-noise.ts"

/** Hands out draws that were made before. */
export abstract class GivenRandom implements Random {
  /** The next draw. */
  protected abstract give(): number

  abstract residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease

  uniform(): number {
    return this.give()
  }

  integer(_bound: number): number {
    return this.give()
  }

  gaussian(): number {
    return this.give()
  }

  exponential(): number {
    return this.give()
  }

  laplace(_scale: number): number {
    return this.give()
  }

  gaussianAround(_centre: number, _deviation: number): number {
    return this.give()
  }

  laplaceAround(_centre: number, _scale: number): number {
    return this.give()
  }

  gamma(_shape: number): number {
    return this.give()
  }

  beta(_a: number, _b: number): number {
    return this.give()
  }

  binomial(_trials: number, _p: number): number {
    return this.give()
  }
}

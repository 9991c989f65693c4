// The source of randomness that every algorithm uses. Randomness is always an argument: nothing in
// core reads Math.random or a clock. Seeded and secure generators are different types, so that a
// live experiment cannot be given reproducible noise.

import type { HiddenSum, ResidualPlan, ResidualRelease } from "./residual-noise.ts"

/** A source of random numbers. */
export interface Random {
  /** Uniform on the open interval (0, 1), 53 bits. */
  uniform(): number
  /** Uniform on 0 … bound - 1. */
  integer(bound: number): number
  /** Standard normal. */
  gaussian(): number
  /** Exponential of rate 1. */
  exponential(): number
  /** Laplace with density exp(-|x|/scale) / (2·scale). */
  laplace(scale: number): number
  /** A hidden value plus Gaussian noise; secure generators draw it exactly (noise-lattice.ts). */
  gaussianAround(centre: number, deviation: number): number
  /** The same with Laplace noise. */
  laplaceAround(centre: number, scale: number): number
  /** Releases a hidden sum with `joined` and noise; a share stays hidden (residual-noise.ts). */
  residual(hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): ResidualRelease
  /** Gamma of rate 1, shape > 0. */
  gamma(shape: number): number
  beta(a: number, b: number): number
  /** Successes in `trials` (a whole number up to 2^53) trials of probability `p`. */
  binomial(trials: number, p: number): number
}

/** Reproducible: for simulation only. */
export interface SeededRandom extends Random {
  readonly kind: "seeded"
  /** An independent stream, from this one's seed and `key` only, not from what was drawn so far. */
  fork(key: number): SeededRandom
  toJSON(): SeededState
}

/** The platform's generator, for live experiments; never forked, stored or replayed. */
export interface SecureRandom extends Random {
  readonly kind: "secure"
}

/** A seeded generator's key (for forks) and its position. Part of snapshots. */
export interface SeededState {
  readonly generator: "xoshiro128++"
  readonly key: readonly number[]
  readonly position: readonly number[]
}

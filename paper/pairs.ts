// DP-TS-UCB and M-TS-Gaussian measured side by side, at each α that they are compared at.

import type { Measurement } from "./judging/measurement.ts"

/** Both at one α, with the same privacy or with regret bounds of the same order. */
export interface Pair {
  readonly alpha: number
  readonly dpTsUcb: Measurement
  readonly mTsGaussian: Measurement
}

/** `measured` has DP-TS-UCB and M-TS-Gaussian in turn, one pair for each α. */
export const pairUp = (alphas: readonly number[], measured: readonly Measurement[]): Pair[] =>
  alphas.map((alpha, index) => ({ alpha, dpTsUcb: measured[2 * index], mTsGaussian: measured[2 * index + 1] }))

/** The measurements of `pairUp` again. */
export const listMeasurements = (pairs: readonly Pair[]): Measurement[] =>
  pairs.flatMap(({ dpTsUcb, mTsGaussian }) => [dpTsUcb, mTsGaussian])

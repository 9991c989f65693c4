// Quantiles of Student's t, from those of the Beta law.

import { betaTailQuantile } from "./beta-quantile.ts"

/** The q with P(|t| ≤ q) = `level`, for `freedom` degrees of freedom. */
export function studentQuantile(freedom: number, level: number): number {
  // q² = ν·y / (1 - y), where y is a quantile of Beta(1/2, ν/2), and 1 - y one of Beta(ν/2, 1/2).
  const share = betaTailQuantile(0.5, freedom / 2, 1 - level)
  const rest = betaTailQuantile(freedom / 2, 0.5, level)
  return Math.sqrt((freedom * share) / rest)
}

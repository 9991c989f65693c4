// Pure DP on the GDP scale (Dong, Roth, Su 2022). One Laplace release with epsilon =
// sensitivity/scale is η-GDP with η = 2Φ⁻¹(1 - e^(-ε/2)/2), any ε-DP mechanism with η =
// 2Φ⁻¹(e^ε/(1+e^ε)); both are best possible (proofs in README.md).

import { normalCentral, normalCentralQuantile, normalLogCdf, normalLogQuantile } from "../numerics/normal.ts"
import { checkLoss } from "./loss.ts"
import { findLargestWithin } from "./rounding.ts"

/** More than the relative error of a quantile here: at most 48 roundings (README.md). */
const margin = 32 * Number.EPSILON

/** Loss of one Laplace release, rounded up. */
export function computeLaplaceEta(epsilon: number): number {
  const loss = checkEpsilon(epsilon)
  // Small losses through the distance from one half, large ones through the logarithm of the tail.
  if (loss < 4) return 2 * normalCentralQuantile(-0.5 * Math.expm1(-loss / 2)) * (1 + margin)
  return -2 * normalLogQuantile(-loss / 2 - Math.LN2) * (1 + margin)
}

/** Loss of any epsilon-DP mechanism (reached by randomised response), rounded up. */
export function computePureEta(epsilon: number): number {
  const loss = checkEpsilon(epsilon)
  if (loss < 2) return 2 * normalCentralQuantile(0.5 * Math.tanh(loss / 2)) * (1 + margin)
  return -2 * normalLogQuantile(-loss - Math.log1p(Math.exp(-loss))) * (1 + margin)
}

/** The largest epsilon with which one Laplace release is eta-GDP, rounded down. */
export function findLaplaceEpsilon(eta: number): number {
  checkLoss("eta", eta)
  const guess = eta < 2 ? -2 * Math.log1p(-2 * normalCentral(eta / 2)) : -2 * (normalLogCdf(-eta / 2) + Math.LN2)
  return findLargestWithin(guess, (epsilon) => computeLaplaceEta(epsilon) <= eta)
}

/** The largest epsilon with which every epsilon-DP mechanism is eta-GDP, rounded down. */
export function findPureEpsilon(eta: number): number {
  checkLoss("eta", eta)
  const guess = eta < 2 ? 2 * Math.atanh(2 * normalCentral(eta / 2)) : normalLogCdf(eta / 2) - normalLogCdf(-eta / 2)
  return findLargestWithin(guess, (epsilon) => computePureEta(epsilon) <= eta)
}

/** A loss so small that halving it would lose bits counts as a larger one. */
function checkEpsilon(epsilon: number): number {
  checkLoss("epsilon", epsilon)
  return epsilon === 0 ? 0 : Math.max(epsilon, 1e-300)
}

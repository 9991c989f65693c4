// Pure DP on the GDP scale (algorithms: Dong, Roth, Su 2022, Prop. 2.9 and its Laplace case). A single Laplace release of
// epsilon = sensitivity/scale is η-GDP with η = 2Φ⁻¹(1 - e^(-ε/2)/2); any ε-DP mechanism with η = 2Φ⁻¹(e^ε/(1+e^ε)).

import { normalCentral, normalCentralQuantile, normalLogCdf, normalLogQuantile } from "../numerics/normal.ts"
import { checkLoss } from "./loss.ts"
import { roundDown, roundUp } from "./rounding.ts"

/** Loss of one Laplace release, rounded up. */
export function etaOfLaplace(epsilon: number): number {
  checkLoss("epsilon", epsilon)
  // For small losses through the distance from one half, for large ones through the logarithm of the tail.
  if (epsilon < 4) return roundUp(2 * normalCentralQuantile(-0.5 * Math.expm1(-epsilon / 2)))
  return roundUp(-2 * normalLogQuantile(-epsilon / 2 - Math.LN2))
}

/** Loss of any epsilon-DP mechanism (tight for randomised response), rounded up. */
export function etaOfPure(epsilon: number): number {
  checkLoss("epsilon", epsilon)
  if (epsilon < 2) return roundUp(2 * normalCentralQuantile(0.5 * Math.tanh(epsilon / 2)))
  return roundUp(-2 * normalLogQuantile(-epsilon - Math.log1p(Math.exp(-epsilon))))
}

/** The epsilon with which one Laplace release is eta-GDP, rounded down so that it really is. */
export function laplaceEpsilonFor(eta: number): number {
  checkLoss("eta", eta)
  if (eta < 2) return roundDown(-2 * Math.log1p(-2 * normalCentral(eta / 2)))
  return roundDown(-2 * (normalLogCdf(-eta / 2) + Math.LN2))
}

/** The epsilon with which every epsilon-DP mechanism is eta-GDP, rounded down so that it really is. */
export function pureEpsilonFor(eta: number): number {
  checkLoss("eta", eta)
  if (eta < 2) return roundDown(2 * Math.atanh(2 * normalCentral(eta / 2)))
  return roundDown(normalLogCdf(eta / 2) - normalLogCdf(-eta / 2))
}

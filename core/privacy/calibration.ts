// The parameters that say how private an algorithm is, and what a target makes of them. eta:
// algorithms that are eta-GDP by construction, so that a target is its own value. epsilon: each
// reward enters one Laplace release of a sum of rewards in [0, 1], with noise of scale 1/epsilon on
// the sum, epsilon-DP, and on the GDP scale what laplace.ts says.

import type { NumberSpec, Parameters } from "../parameters.ts"
import { computeLaplaceEta, findLaplaceEpsilon } from "./laplace.ts"

/** Above the largest value it stays there, which is more private; below the smallest it fails. */
export const calibrateEta =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (eta: number): Parameters | null =>
    eta >= min ? { eta: Math.min(eta, max) } : null

/** Bounded so that no noise can overflow. */
export const epsilonSpec = {
  kind: "number",
  about: "privacy loss of one reward, as pure differential privacy: smaller is more private",
  min: 1e-9,
  max: 1e9,
} as const satisfies NumberSpec

/** The largest epsilon whose reported guarantee is at most eta; null if it is too small to run. */
export function calibrateLaplace(eta: number): Parameters | null {
  return largestEpsilon(eta, findLaplaceEpsilon, computeLaplaceEta)
}

/** The largest epsilon for which `computeEta`, which rounds up, still stays within `eta`. */
export function largestEpsilon(
  eta: number,
  epsilonFor: (eta: number) => number,
  computeEta: (epsilon: number) => number,
): { readonly epsilon: number } | null {
  let epsilon = Math.min(epsilonFor(eta), epsilonSpec.max)
  for (let step = Number.EPSILON; epsilon >= epsilonSpec.min && computeEta(epsilon) > eta; step *= 2)
    epsilon *= 1 - step
  return epsilon >= epsilonSpec.min ? { epsilon } : null
}

// The promised loss of one reward (neighbours: one round's whole reward vector changed), as plain
// JSON.

import { computeLaplaceEta, computePureEta } from "./laplace.ts"
import { checkLoss } from "./loss.ts"

/** A loss on a scale that implies no GDP: (epsilon, delta)-DP, zCDP, or one order of Rényi DP. */
export type DeclaredLoss =
  | { readonly scale: "approximate"; readonly epsilon: number; readonly delta: number }
  | { readonly scale: "zcdp"; readonly rho: number }
  | { readonly scale: "renyi"; readonly order: number; readonly divergence: number }

/** The promised loss of one reward. */
export interface Guarantee {
  readonly kind: "gdp" | "pure" | "none"
  /**
   * The loss on the GDP scale, rounded up; null where nothing is promised, or on a scale that
   * implies none. Comparisons at equal privacy use this.
   */
  readonly eta: number | null
  /** Pure DP only. */
  readonly epsilon?: number
  /** The promise on a scale that implies no eta; kind is "none" then. */
  readonly declared?: DeclaredLoss
  /** Pure DP only: the loss of one Laplace release, or of any epsilon-DP mechanism. */
  readonly mechanism?: "laplace" | "pure"
  /** eta as the source paper states it. */
  readonly published?: number
  /** The smallest eta we can prove. */
  readonly tight?: number
  /** Loss of a reward by the number of rewards in its block, where it differs. */
  readonly perRecord?: readonly { readonly rewards: number; readonly eta: number }[]
}

/** The guarantee of an algorithm that promises nothing. */
export const noGuarantee: Guarantee = { kind: "none", eta: null }

/** eta-GDP (eta already rounded up), with what else is known of it. */
export function gdpGuarantee(
  eta: number,
  details: Pick<Guarantee, "published" | "tight" | "perRecord"> = {},
): Guarantee {
  checkLoss("eta", eta)
  return { kind: "gdp", eta, ...details }
}

/** One Laplace release per reward, epsilon = sensitivity/scale. */
export function laplaceGuarantee(epsilon: number): Guarantee {
  return { kind: "pure", eta: computeLaplaceEta(epsilon), epsilon, mechanism: "laplace" }
}

/** Any epsilon-DP mechanism. */
export function pureGuarantee(epsilon: number): Guarantee {
  return { kind: "pure", eta: computePureEta(epsilon), epsilon, mechanism: "pure" }
}

// The parameter eta of algorithms that are eta-GDP by construction: a target is its own value.

import type { Parameters } from "./parameters.ts"

/** Beyond the largest value it stays there, which is more private than asked; below the smallest it fails. */
export const calibrateEta =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (eta: number): Parameters | null =>
    eta >= min ? { eta: Math.min(eta, max) } : null

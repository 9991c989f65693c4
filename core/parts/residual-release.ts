// Residual releases: the share of the sum that is carried on, and the deviation that the carrying
// needs.

import type { Release } from "../privacy/release.ts"
import { leastDeviation, residualStepBits } from "../privacy/residual-loss.ts"

type Place = Pick<Release, "arm" | "block" | "count" | "line" | "coordinate">

/** Writes the residual releases of an algorithm with this loss. */
export function createResidualRelease(eta: number): (place: Place, carried: number) => Release {
  // Releases of a state are asked for often, and roots of large whole numbers take long.
  const deviations = new Map<number, string>()
  const findDeviation = (carried: number): string => {
    const known = deviations.get(carried)
    if (known !== undefined) return known
    if (deviations.size > 4096) deviations.clear()
    const found = leastDeviation(eta, BigInt(carried), residualStepBits).toString()
    deviations.set(carried, found)
    return found
  }
  return (place, carried) => ({
    ...place,
    mechanism: "residual",
    eta,
    carried: String(carried),
    deviation: findDeviation(carried),
    step: residualStepBits,
  })
}

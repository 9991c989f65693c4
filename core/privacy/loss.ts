// The ranges of losses and of what belongs to them; anything else is refused by name.

import { ArmisticeError } from "../errors.ts"

/** A loss (eta, epsilon, rho, a divergence) is a finite number of at least 0. */
export function checkLoss(name: string, value: number): void {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return
  throw new ArmisticeError("invalid_parameter", `${name} must be a finite number of at least 0, got ${value}`)
}

export function checkDelta(delta: number): void {
  if (!(delta > 0 && delta < 1)) throw new ArmisticeError("invalid_parameter", `delta must be in (0, 1), got ${delta}`)
}

/** The order of a Rényi divergence. */
export function checkOrder(order: number): void {
  if (!(order > 1 && order <= 1e300))
    throw new ArmisticeError("invalid_parameter", `the order of a Rényi divergence must be above 1, got ${order}`)
}

// The ranges of losses and of what belongs to them; anything else is refused by name.

import { ArmisticeError, requireParameter } from "../errors.ts"

/** A loss (eta, epsilon, rho, a divergence) is a finite number of at least 0. */
export function checkLoss(name: string, value: number): void {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return
  throw new ArmisticeError("invalid_parameter", `${name} must be a finite number of at least 0, got ${value}`)
}

export function checkDelta(delta: number): void {
  requireParameter(delta > 0 && delta < 1, "delta must be in (0, 1)", delta)
}

/** The order of a Rényi divergence. */
export function checkOrder(order: number): void {
  requireParameter(order > 1 && order <= 1e300, "the order of a Rényi divergence must be above 1", order)
}

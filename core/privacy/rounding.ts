// Losses are rounded outward: a reported loss is never below the true one.

/** A number a little above `loss`: more than the error of the few operations that computed it. */
export function roundUp(loss: number): number {
  return loss * (1 + 8 * Number.EPSILON)
}

/** A number a little below: for what a mechanism is calibrated to, so that its loss stays within the target. */
export function roundDown(target: number): number {
  return target * (1 - 8 * Number.EPSILON)
}

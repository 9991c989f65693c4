// Losses are rounded outward: a reported loss is never below the true one.

/** A number a little above `loss`: more than the error of the few operations that computed it. */
export function roundUp(loss: number): number {
  return loss * (1 + 8 * Number.EPSILON)
}

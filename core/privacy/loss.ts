// A loss (eta or epsilon) is a finite number of at least 0; anything else is refused by name.

import { ArmisticeError } from "../errors.ts"

export function checkLoss(name: string, value: number): void {
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return
  throw new ArmisticeError("invalid_parameter", `${name} must be a finite number of at least 0, got ${value}`)
}

// Refuses what is not a whole number in range, before anything is simulated.

import { ArmisticeError } from "@armistice/core"

export function checkWhole(name: string, value: unknown, least: number): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return
  throw new ArmisticeError(
    "invalid_parameter",
    `${name} must be a whole number from ${least} to 2^53 - 1, got ${typeof value === "number" ? value : JSON.stringify(value)}`,
  )
}

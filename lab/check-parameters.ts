// Errors of parameters, before anything is simulated.

import { ArmisticeError } from "@armistice/core"

/** The error of a bad value: `message` says what must hold and what was given. */
export const invalidParameter = (message: string, details?: ArmisticeError["details"]): ArmisticeError =>
  new ArmisticeError("invalid_parameter", message, details)

/** Throws "`name` must be `rule`, got `given`" unless it holds. */
export function checkThat(name: string, holds: boolean, rule: string, given: unknown): void {
  if (!holds) throw invalidParameter(`${name} must be ${rule}, got ${String(given)}`)
}

export function checkPositive(name: string, value: unknown): void {
  const isPositive = typeof value === "number" && value > 0 && Number.isFinite(value)
  checkThat(name, isPositive, "a finite number greater than 0", value)
}

export function checkWhole(name: string, value: unknown, least: number): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return
  const given = typeof value === "number" ? value : JSON.stringify(value)
  throw invalidParameter(`${name} must be a whole number from ${least} to 2^53 - 1, got ${given}`)
}

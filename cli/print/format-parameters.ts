// Parameters of an algorithm as people read them.

import type { Parameters } from "@armistice/core/privacy"
import { joinNames } from "@armistice/core/text"

/** "alpha 1" without the horizon, which is shown elsewhere; attributes by name only. */
export function formatParameters(parameters: Parameters): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== "horizon")
    .map(([name, value]) => `${name} ${formatValue(value)}`)
    .join(", ")
}

function formatValue(value: Parameters[string]): string {
  if (typeof value === "object") return joinNames(Object.keys(value))
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : value
}

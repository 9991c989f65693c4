// A guarantee as people read it.

import type { Guarantee } from "@armistice/core/privacy"
import { formatLoss } from "./numbers.ts"

/** "2.0314-GDP", "epsilon 0.5 (0.56177-GDP)", "none". */
export function formatGuarantee({ kind, eta, epsilon }: Guarantee): string {
  if (kind === "none" || eta === null) return "none"
  return epsilon === undefined ? `${formatLoss(eta)}-GDP` : `epsilon ${formatLoss(epsilon)} (${formatLoss(eta)}-GDP)`
}

/** "alpha 1, horizon 1e6" without the horizon, which is said elsewhere. */
export function formatParameters(parameters: Readonly<Record<string, number | string>>): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== "horizon")
    .map(([name, value]) => `${name} ${typeof value === "number" ? String(Number(value.toPrecision(6))) : value}`)
    .join(", ")
}

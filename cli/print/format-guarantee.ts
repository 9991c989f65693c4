// A guarantee as people read it.

import type { DeclaredLoss, Guarantee, Parameters } from "@armistice/core/privacy"
import { formatLoss } from "./numbers.ts"

/** "2.0314-GDP", "epsilon 0.5 (0.56177-GDP)", "none". */
export function formatGuarantee({ kind, eta, epsilon, declared }: Guarantee): string {
  if (declared !== undefined) return formatDeclared(declared)
  if (kind === "none" || eta === null) return "none"
  return epsilon === undefined ? `${formatLoss(eta)}-GDP` : `epsilon ${formatLoss(epsilon)} (${formatLoss(eta)}-GDP)`
}

function formatDeclared(declared: DeclaredLoss): string {
  if (declared.scale === "approximate") return `(${formatLoss(declared.epsilon)}, ${formatLoss(declared.delta)})-DP`
  if (declared.scale === "zcdp") return `${formatLoss(declared.rho)}-zCDP`
  return `a Rényi divergence of at most ${formatLoss(declared.divergence)} at order ${formatLoss(declared.order)}`
}

/** "alpha 1" without the horizon, which is shown elsewhere; attributes by name only. */
export function formatParameters(parameters: Parameters): string {
  return Object.entries(parameters)
    .filter(([name]) => name !== "horizon")
    .map(([name, value]) => `${name} ${formatValue(value)}`)
    .join(", ")
}

function formatValue(value: Parameters[string]): string {
  if (typeof value === "object") return Object.keys(value).join(" and ")
  return typeof value === "number" ? String(Number(value.toPrecision(6))) : value
}

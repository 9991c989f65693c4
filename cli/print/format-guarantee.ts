// A guarantee as people read it.

import type { DeclaredLoss, Guarantee } from "@armistice/core/privacy"
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

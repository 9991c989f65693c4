// Bounds on regret as text, each with its conditions.

import { findAlgorithm } from "@armistice/core"
import type { RegretBound } from "@armistice/lab"
import { formatPlainNumber, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

export function formatBound(
  { asymptotic, proved, orders, methods }: RegretBound,
  armCount: number,
  horizon: number,
  eta: number,
): string {
  const lines = [`${armCount} arms, ${formatShortCount(horizon)} rounds, privacy η = ${formatPlainNumber(eta)}.`, ""]
  lines.push(
    asymptotic === null
      ? "In the limit of many rounds nothing is known where a mean is 0 or 1."
      : `In the limit of many rounds, for every algorithm that learns on all instances: ${formatQuantity(asymptotic)}. No bound for ${formatShortCount(horizon)} rounds: regret may be lower.`,
    "",
    "Proved for this many rounds, each for what it says:",
  )
  const stated = proved.map(({ name, value, condition }) => [formatQuantity(value), `${name}: ${condition}.`])
  if (stated.length > 0) lines.push(formatTable(stated, { left: [1], indent: "  " }))
  const cited = orders.map(({ name, value, formula, condition }) => [
    formatQuantity(value),
    `${name}: ${formula}; for ${condition}.`,
  ])
  lines.push(
    "",
    "Orders of the literature, constants at 1: how bounds grow, and no bounds themselves:",
    formatTable(cited, { left: [1], indent: "  " }),
  )
  if (methods.length > 0) {
    const rows = methods.map(({ algorithm, regret, standardError }) => [
      findAlgorithm(algorithm).label,
      formatQuantity(regret),
      standardError === null ? "" : formatQuantity(standardError),
    ])
    lines.push("", "Simulated at this privacy:", formatTable([["algorithm", "regret", "±"], ...rows], { indent: "  " }))
  }
  return lines.join("\n")
}

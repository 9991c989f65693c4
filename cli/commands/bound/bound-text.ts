// Bounds on regret as text, each with its conditions.

import { findAlgorithm } from "@armistice/core"
import type { RegretBound } from "@armistice/lab"
import { formatPlainNumber, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

interface BoundSetting {
  readonly armCount: number
  readonly horizon: number
  readonly eta: number
}

export function formatBound(
  { asymptotic, proved, orders, methods }: RegretBound,
  { armCount, horizon, eta }: BoundSetting,
): string {
  const rounds = `${formatShortCount(horizon)} rounds`
  const lines = [`${armCount} arms, ${rounds}, privacy η = ${formatPlainNumber(eta)}.`, ""]
  lines.push(
    asymptotic === null
      ? "The bound in the limit of many rounds does not cover a mean of 0 or 1."
      : `In the limit of many rounds, every algorithm that learns on all instances has regret of at least ${formatQuantity(asymptotic)}. No bound for ${rounds}: regret may be lower.`,
    "",
    `Proved for ${rounds}, each under its own condition:`,
  )
  const stated = proved.map(({ name, value, condition }) => [formatQuantity(value), `${name}: ${condition}.`])
  lines.push(formatTable(stated, { left: [1], indent: "  " }))
  const cited = orders.map(({ name, value, formula, condition }) => [
    formatQuantity(value),
    `${name}: ${formula}; for ${condition}.`,
  ])
  lines.push(
    "",
    "Orders of bounds in the literature, with constants of 1. They show growth and are not bounds:",
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

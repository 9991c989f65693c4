// The section of the page about tails, and short and long experiments.

import { measuredAlgorithms } from "./measure-context.ts"
import { isTailOf, type TailRow, tailSettings } from "./measure-tails.ts"

export function formatTailsMarkdown(rows: readonly TailRow[]): string {
  const head = ["people", "T", "η", "algorithm", "mean", "median", "95 %", "largest", "above twice the median"]
  const lines = tailSettings.flatMap((setting) =>
    measuredAlgorithms.flatMap((algorithm) => rows.filter(isTailOf(setting, algorithm)).map(describe)),
  )
  const toLine = (columns: readonly string[]) => `| ${columns.join(" | ")} |`
  return [toLine(head), toLine(head.map(() => "---")), ...lines.map(toLine)].join("\n")
}

function describe(row: TailRow): string[] {
  const digits = row.mean < 1000 ? 1 : 0
  return [
    row.name,
    `10${{ 4: "⁴", 5: "⁵", 6: "⁶" }[Math.log10(row.horizon)]}`,
    String(row.eta),
    row.algorithm === "per-group" ? "GDP-IMED per group" : row.algorithm,
    `${row.mean.toFixed(digits)} ± ${row.error.toFixed(digits)} (${row.runs})`,
    row.median.toFixed(0),
    row.q95.toFixed(0),
    row.largest.toFixed(0),
    `${(100 * row.aboveTwice).toFixed(1)} %`,
  ]
}

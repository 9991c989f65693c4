// The frontier as text, one table per instance, and as CSV.

import { csvText } from "@armistice/core/text"
import { earlyStop, type FrontierCell, type FrontierRow } from "@armistice/lab"
import { formatCharged } from "../../print/format-charged.ts"
import { formatPlainNumber, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

/** Names the `asked` algorithms that have no row. */
export function formatFrontier(
  rows: readonly FrontierRow[],
  cells: readonly FrontierCell[],
  asked: readonly string[],
): string {
  const parts: string[] = []
  for (const instance of new Set(rows.map((row) => row.instance))) {
    const here = rows.filter((row) => row.instance === instance)
    parts.push(
      `${instance}, ${formatShortCount(here[0]?.horizon ?? 0)} rounds`,
      formatTable([header, ...here.sort(byEta).map(line)]),
      "",
    )
  }
  const failing = cells.filter(({ failures }) => failures.length > 0)
  parts.push(
    failing.length === 0
      ? "GDP-IMED is within 10 % of the best everywhere here, and within what is promised of IMED without privacy."
      : `Where GDP-IMED falls short:\n${failing.map(failureLine).join("\n")}`,
  )
  const missing = asked.filter((name) => rows.every(({ algorithm }) => algorithm !== name))
  if (missing.length > 0)
    parts.push(
      "",
      `In no table: ${missing.join(", ")}; each cannot be that private here, takes too long, or lost over ${earlyStop.times} times as much in its first ${earlyStop.runs} runs.`,
    )
  parts.push(...formatCharged([...rows, ...asked.map((algorithm) => ({ algorithm }))]))
  return parts.join("\n")
}

const header = ["η", "algorithm", "regret", "±", "99.9 %", "maximum", "over tenfold", "runs"]

const byEta = (a: FrontierRow, b: FrontierRow): number =>
  (a.eta ?? Number.POSITIVE_INFINITY) - (b.eta ?? Number.POSITIVE_INFINITY) || a.mean - b.mean

const line = ({ eta, contender, mean, standardError, p999, max, overTenfold, runs }: FrontierRow): string[] => [
  eta === null ? "none" : formatPlainNumber(eta),
  contender,
  formatQuantity(mean),
  formatQuantity(standardError),
  formatQuantity(p999),
  formatQuantity(max),
  formatQuantity(overTenfold),
  String(runs),
]

const failureLine = ({ instance, eta, failures }: FrontierCell): string =>
  `  ${instance}, η = ${formatPlainNumber(eta)}: ${failures.join("; ")}`

/** The setting of the algorithm; empty for the recommended algorithm. */
const getSetting = ({ algorithm, contender }: FrontierRow): string =>
  contender.slice(algorithm.length).replaceAll(",", "").trim()

const columns = ["mean", "standardError", "median", "p999", "max", "overTenfold", "runs"] as const

export const formatFrontierCsv = (rows: readonly FrontierRow[]): string =>
  csvText([
    ["instance", "horizon", "eta", "algorithm", "setting", ...columns],
    ...rows.map((row) => [
      row.instance,
      row.horizon,
      row.eta,
      row.algorithm,
      getSetting(row),
      ...columns.map((name) => row[name]),
    ]),
  ])

// Best-arm identification as text and as CSV.

import { csvText } from "@armistice/core/text"
import type { IdentificationPrivacy, IdentificationResult, IdentificationRow } from "@armistice/lab"
import { formatInterval, formatPercent, formatPlainNumber, formatQuantity } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

interface Setting {
  readonly error: number
  readonly privacy: IdentificationPrivacy
}

export function formatIdentification(
  { error, privacy }: Setting,
  { rows, bound, leftOut }: IdentificationResult,
): string {
  const level = "eta" in privacy ? `η = ${formatPlainNumber(privacy.eta)}` : `ε = ${formatPlainNumber(privacy.epsilon)}`
  const parts = [
    `The best arm, wrong with chance at most ${formatPercent(error)}, at privacy ${level}.`,
    "",
    formatTable([header, ...rows.map(line)]),
    "",
    `No algorithm that is right so often needs fewer than ${formatQuantity(bound.largest)} pulls on average:`,
    formatTable(boundLines(bound), { left: [1], indent: "  " }),
  ]
  const unproved = rows.filter(({ isProved }) => !isProved).map(({ label }) => label)
  if (unproved.length > 0) parts.push("", `No proof bounds the errors of ${unproved.join(", ")}.`)
  const given = rows.filter(({ unfinished }) => unfinished > 0)
  for (const { label, unfinished, runs } of given)
    parts.push(
      "",
      `${label}: ${unfinished} of ${runs} runs were given up, so that its pulls are at least what is shown.`,
    )
  if (leftOut.length > 0) parts.push("", `Not private in this sense: ${leftOut.join(", ")}.`)
  return parts.join("\n")
}

const header = [
  "algorithm",
  "wrong",
  "95 % interval",
  "mean pulls",
  "95 % interval",
  "median",
  "90 %",
  "99 %",
  "× bound",
]

const line = ({ label, errorRate, pulls, quantiles, overBound }: IdentificationRow): string[] => [
  label,
  formatPercent(errorRate.value),
  `${formatPercent(errorRate.low)} to ${formatPercent(errorRate.high)}`,
  formatQuantity(pulls.value),
  formatInterval(pulls),
  ...quantiles.map(({ value }) => formatQuantity(value)),
  formatQuantity(overBound),
]

function boundLines({ private: sum, nonPrivate, totalVariation }: IdentificationResult["bound"]): string[][] {
  const lines = [[formatQuantity(sum), "what tests of single arms need at this privacy (docs/theory.md, Theorem C)"]]
  if (nonPrivate !== null) lines.push([formatQuantity(nonPrivate), "without any privacy (Garivier and Kaufmann 2016)"])
  if (totalVariation !== null)
    lines.push([formatQuantity(totalVariation), "at this ε, by total variation (Azize et al. 2023)"])
  return lines
}

export const formatIdentificationCsv = ({ rows, bound }: IdentificationResult): string => {
  const shares = rows[0]?.quantiles.map(({ share }) => share) ?? []
  return csvText([
    [
      ...["algorithm", "proved", "runs", "errors", "errorRate", "errorRateLow", "errorRateHigh", "unfinished"],
      ...["pulls", "pullsLow", "pullsHigh"],
      ...shares.flatMap((share) => [`quantile${share}`, `quantile${share}Low`, `quantile${share}High`]),
      "bound",
    ],
    ...rows.map((row) => [
      ...[row.algorithm, String(row.isProved), row.runs, row.errors],
      ...[row.errorRate.value, row.errorRate.low, row.errorRate.high, row.unfinished],
      ...[row.pulls.value, row.pulls.low, row.pulls.high],
      ...row.quantiles.flatMap(({ value, low, high }) => [value, low, high]),
      bound.largest,
    ]),
  ])
}

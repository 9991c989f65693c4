// The page of GDP-IMED's rule for the ceiling; core/algorithms/gdp-imed.md has its table.

import { shortNumber } from "@armistice/lab"
import { computeTallyError } from "../adversarial/regret-tally.ts"
import { formatTable } from "../markdown-table.ts"
import { ceilingConditions, ceilingSettings, longestDelayed } from "./ceiling-settings.ts"
import { type CeilingRow, farBehind } from "./measure-ceiling.ts"

export function formatCeilingMarkdown(rows: readonly CeilingRow[]): string {
  return `# Staying at the ceiling

Where the best mean may be 1 and η is above 4, GDP-IMED plays on the most played of the arms that look perfect
(core/algorithms/gdp-imed.md). Mean regret ± one standard error without and with that rule, arms shuffled in every run; below, the runs.
Delays are exponential, and 20 % of decisions are never answered and ignored, unless a row says what silence is worth; delayed runs know
their horizon and last ${shortNumber(longestDelayed)} rounds at most. The last row is the best of DP-IMED and DP-KLUCB at the same η, in all forms that
research/adversarial compares and with as few runs as there, so it is a little flattered;
"over twice as much": all forms were left out, since on fewer rounds three runs each had over twice the regret of GDP-IMED at the end.

${formatCeilingTable(rows)}

${ceilingSettings.map(({ name, about, horizon, eta }) => `* "${name}": ${about}, ${shortNumber(horizon)} rounds, η = ${eta}.`).join("\n")}

## Runs

${formatTable(head, formatConditions(rows, formatRuns))}

Without the rule, the program measures the same source with one condition changed (remove-rule.ts). Measured by
\`node --conditions=source --import=tsx research/ceiling/write-results.ts rows\`; what is measured is kept.
`
}

/** gdp-imed.md has the same, but for spaces. */
function formatCeilingTable(rows: readonly CeilingRow[]): string {
  const others = ceilingSettings.map(({ name }) => {
    const row = rows.find(({ setting, rule }) => setting === name && !isOwn(rule))
    if (row?.rule === farBehind) return "over twice as much"
    return row === undefined ? "" : `${row.rule.replace(/,.*/, "")} ${withError(row)}`
  })
  return formatTable(head, [...formatConditions(rows, withError), ["best rival, horizon known", ...others]])
}

const head = ["", ...ceilingSettings.map(({ name }) => name)]

const formatRuns = ({ runs }: CeilingRow): string => shortNumber(runs)

const isOwn = (rule: string): boolean => rule === "with" || rule === "without"

/** A line for each condition: of each setting, the row without the rule and that with it. */
const formatConditions = (rows: readonly CeilingRow[], format: (row: CeilingRow) => string): string[][] =>
  ceilingConditions.map(({ name: condition }) => [
    condition,
    ...ceilingSettings.map(({ name }) => {
      const here = rows.filter((row) => row.setting === name && row.condition === condition)
      return ["without", "with"].flatMap((rule) => here.filter((row) => row.rule === rule).map(format)).join(", ")
    }),
  ])

function withError(row: CeilingRow): string {
  const error = computeTallyError(row)
  const digits = error < 0.095 ? 2 : 1
  return `${row.mean.toFixed(digits)} ± ${error.toFixed(digits).replace(/^0/, "")}`
}

// The page of the measurements of gdp-context.

import { type JudgedRow, judgeRows } from "./judge-context.ts"
import { type ContextCell, computeCellError, computeCellMean } from "./measure-context.ts"
import type { TailRow } from "./measure-tails.ts"
import { seed } from "./settings.ts"
import { formatTailsMarkdown } from "./tails-markdown.ts"

export interface ContextFile {
  readonly seed: number
  readonly cells: readonly ContextCell[]
}

const against: Readonly<Record<JudgedRow["setting"]["claim"], string>> = {
  useless: "GDP-IMED",
  additive: "GDP-IMED",
  useful: "per group",
  pooled: "better of both",
  stated: "better of both",
}

/** The goal for useless contexts of one attribute where η is at least 1, below their limit. */
const uselessGoal = 1.25

export function formatContextMarkdown(file: ContextFile, prototype: ContextFile, tails: readonly TailRow[]): string {
  const rows = judgeRows(file.cells, prototype.cells)
  const aboveGoal = rows.filter(
    ({ setting, eta, ratio }) => setting.claim === "useless" && eta >= 1 && ratio > uselessGoal,
  )
  const failing = rows.filter(({ holds }) => !holds)
  const differing = rows.filter(({ agrees }) => !agrees)
  return `# Context: measured

Regret of gdp-context against the best arm for each person, beside GDP-IMED, which ignores the context, and one GDP-IMED
per group. Every run draws its own people; all algorithms meet the same people (seed ${seed}). "Prototype" is the C program
that the rule was designed with, on the same people; it weighs models without interactions by 1/2 at first, gdp-context
by 1/2 to 2/3 (core/algorithms/gdp-context.md). Regret: mean ± standard error (runs).

${table(rows)}

- Agreement with the prototype (within 10 % or three standard errors of the difference, or better):
  ${differing.length === 0 ? "all rows." : `not in ${listRows(differing)}.`}
- Limits of the last two columns (useless context with one attribute 1.35 of GDP-IMED, several additive attributes 2.1;
  1.5 of one bandit per group at η ≥ 1 and 1.8 at 0.25; 0.5 of the better of both where pooling matters):
  ${failing.length === 0 ? "all hold." : `exceeded in ${listRows(failing)}.`}
- The goal for useless contexts of one attribute at η ≥ 1, ${uselessGoal}:
  ${aboveGoal.length === 0 ? "met." : `missed in ${listRows(aboveGoal)}.`}
- Rows without a limit are stated only.

## Tails, short and long experiments

Quantiles of regret over runs. A run far above the median has left some people with a wrong arm.

${formatTailsMarkdown(tails)}

The mushrooms are the data set Mushroom of the UCI Machine Learning Repository (1981,
<https://doi.org/10.24432/C5959T>, CC BY 4.0), counted by attributes: \`research/context/data\`.

Measure on, from the root of the repository, for so many minutes, or the tails:

\`\`\`sh
node --conditions=source --import=tsx research/context/write-results.ts measure 60
node --conditions=source --import=tsx research/context/write-results.ts tails
\`\`\`
`
}

const listRows = (rows: readonly JudgedRow[]): string =>
  rows
    .map(
      ({ setting, eta, ratio, toPrototype, agrees }) =>
        `${setting.name} at η = ${eta} (${agrees ? ratio.toFixed(2) : toPrototype.toFixed(2)})`,
    )
    .join(", ")

function table(rows: readonly JudgedRow[]): string {
  const head = [
    "people",
    "η",
    "GDP-IMED",
    "per group",
    "gdp-context",
    "prototype",
    "of prototype",
    "held against",
    "ratio",
  ]
  const lines = rows.map(({ setting, eta, cells, toPrototype, ratio, limit, holds }) => [
    `${setting.about} (${setting.name})`,
    String(eta),
    formatCell(cells["gdp-imed"]),
    formatCell(cells["per-group"]),
    formatCell(cells["gdp-context"]),
    formatCell(cells.prototype),
    toPrototype.toFixed(2),
    `${against[setting.claim]}${limit === null ? "" : `, ${limit}`}`,
    `${ratio.toFixed(2)}${holds ? "" : " (exceeds)"}`,
  ])
  const toLine = (columns: readonly string[]) => `| ${columns.join(" | ")} |`
  return [toLine(head), toLine(head.map(() => "---")), ...lines.map(toLine)].join("\n")
}

function formatCell(cell: ContextCell): string {
  const [mean, error] = [computeCellMean(cell), computeCellError(cell)]
  const digits = mean < 1000 ? 1 : 0
  return `${mean.toFixed(digits)} ± ${error.toFixed(digits)} (${cell.runs})`
}

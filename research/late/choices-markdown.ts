// The part of the page about what is chosen with an experiment, and about what happens to one.

import { formatNumber } from "@armistice/core/text"
import { formatTable } from "../markdown-table.ts"
import { ripeSettings, unequalSettings, windowSettings } from "./choices.ts"
import { type DisturbedRow, disturbedCases, disturbedHorizon, lateAnswers } from "./disturbed.ts"
import { formatRegret } from "./format-regret.ts"
import type { LateRow } from "./measure-late.ts"
import type { LateSetting } from "./settings.ts"

export interface ChoicesFile {
  readonly seed: number
  readonly rows: readonly LateRow[]
  readonly disturbed: readonly DisturbedRow[]
}

export function formatChoicesMarkdown({ rows, disturbed }: ChoicesFile): string {
  const { meanDelay, silence } = lateAnswers
  return `## Answers that are quicker for one value

Means .3 and .33, T 20,000, η 1, exponential delays with the means given, 5 % silent and ignored, window 10,000. With
\`ripe\` answers count from that age on; near the slower mean it takes the lead of quick answers away.

${rowsTable(ripeSettings, rows)}

## Arms that are answered unequally

T 20,000, η 1, exponential delays of mean 200, window 5,000. Regret is by what a decision is worth if silence is worth 0:
ignoring silence answers another question.

${rowsTable(unequalSettings, rows)}

## The window of conversions

Rates .1 and .12, T 20,000, η 1, only successes are sent, after 500 rounds on average.

${rowsTable(windowSettings, rows)}

## Experiments that are disturbed

Means .6, .5 and .4, T ${formatNumber(disturbedHorizon)}, η 1. Late: exponential delays of mean ${meanDelay}, ${100 * silence} % silent and ignored. Regret of a round is
counted against the best arm that could be given in it. A copy goes on without open batches, and answers to decisions
before it do not join. People beyond a population's limit change no row: they get the arm of the latest decision that is
learned from, and their answers join nothing.

${disturbedTable(disturbed)}
`
}

function rowsTable(settings: readonly LateSetting[], rows: readonly LateRow[]): string {
  const lines = settings.flatMap(({ name }) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) return []
    const { regret, standardError, worst, worstError, misdirected, runs } = row
    const error = Math.sqrt((misdirected * (1 - misdirected)) / runs)
    return [
      [
        name,
        `${formatRegret(regret)} ± ${formatRegret(standardError)}`,
        `${formatRegret(worst)} ± ${formatRegret(worstError)}`,
        `${(100 * misdirected).toFixed(1)} ± ${(100 * error).toFixed(1)} %`,
        formatNumber(runs),
      ],
    ]
  })
  return formatTable(["setting", "regret", "worst", "misdirected", "runs"], lines)
}

function disturbedTable(rows: readonly DisturbedRow[]): string {
  const cell = (name: string, answers: DisturbedRow["answers"]): string => {
    const row = rows.find((one) => one.name === name && one.answers === answers)
    if (row === undefined) return ""
    return `${formatRegret(row.regret)} ± ${formatRegret(row.standardError)}, worst ${formatRegret(row.worst)}`
  }
  return formatTable(
    ["", "what happens", "late", "at once"],
    disturbedCases.map(({ name, about }) => [name, about, cell(name, "late"), cell(name, "at once")]),
  )
}

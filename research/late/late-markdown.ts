// The page of what was measured with late and missing rewards.

import { formatNumber, formatPercent } from "@armistice/core/text"
import { formatTable } from "../markdown-table.ts"
import { type ChoicesFile, formatChoicesMarkdown } from "./choices-markdown.ts"
import { formatRegret } from "./format-regret.ts"
import type { LateRow } from "./measure-late.ts"
import { lateSettings, rivalDelays, rivalSettings } from "./settings.ts"

export interface LateFile {
  readonly seed: number
  readonly rows: readonly LateRow[]
}

/** Figures of another program for the same settings. */
export interface PrototypeFile {
  readonly seed: number
  readonly rows: readonly PrototypeRow[]
}

type PrototypeRow = Pick<LateRow, "name" | "runs" | "regret" | "standardError" | "worst" | "worstError">

export interface RivalRow {
  readonly delay: number
  readonly instance: string
  readonly horizon: number
  readonly eta: number | null
  readonly contender: string
  readonly mean: number
  readonly standardError: number
  readonly runs: number
}

export interface RivalFile {
  readonly seed: number
  readonly rows: readonly RivalRow[]
}

export interface LateFiles {
  readonly rows: LateFile
  readonly rivals: RivalFile
  readonly prototype: PrototypeFile
  readonly choices: ChoicesFile
}

export function formatLateMarkdown({ rows, rivals, prototype, choices }: LateFiles): string {
  return `# Late and missing rewards

GDP-IMED with answers that come late or never. Written by
\`node --conditions=source --import=tsx research/late/write-results.ts rows\`, then \`rivals\` and \`choices\`; \`page\` writes
the tables again.

Regret is counted by the means of the arms, ± one standard error. "Worst" is the mean regret of the worst 5 % of runs,
"misdirected" the share of runs in which the best arm got less than half of the decisions. P: public arrivals, with
silence ignored or worth 0 (c = 0); V: private arrivals. "Prototype" is a separate program in C of the same rule, run
with seed ${prototype.seed} and generators of its own; (!) marks a mean, or a worst 5 %, that is over 8 % and over three
combined standard errors above it. Rows are measured until their errors are 1 % of the mean and 4 % of the worst, or for
a given time; their errors say how well they are known.

${rowTable(rows, prototype)}

## Rivals at equal privacy, fixed delays

η = 1; every algorithm as published and as tuned (../tuning/results). A cell has the regret of GDP-IMED, the
least of any other private algorithm, and their ratio.

${rivalTable(rivals)}

${formatChoicesMarkdown(choices)}`
}

function rowTable({ rows }: LateFile, prototype: PrototypeFile): string {
  const lines = rows.flatMap((row) => {
    const setting = lateSettings.find(({ name }) => name === row.name)
    if (setting === undefined) return []
    const { means, horizon, eta, about, goal } = setting
    const other = prototype.rows.find(({ name }) => name === row.name)
    return [
      [
        row.name,
        `${armsText(means)}, T ${formatNumber(horizon)}, η ${eta}, ${about}`,
        `${formatRegret(row.regret)} ± ${formatRegret(row.standardError)}`,
        other === undefined ? "" : compared(row.regret, row.standardError, other.regret, other.standardError),
        `${formatRegret(row.worst)} ± ${formatRegret(row.worstError)}`,
        other === undefined ? "" : compared(row.worst, row.worstError, other.worst, other.worstError),
        goal === undefined ? "" : `${goal}${row.regret <= goal ? "" : " missed"}`,
        formatPercent(row.misdirected),
        formatPercent(row.bestShare),
        formatNumber(row.runs),
      ],
    ]
  })
  const head = [
    "",
    "setting",
    "regret",
    "prototype",
    "worst",
    "prototype's",
    "goal",
    "misdirected",
    "best arm's share",
    "runs",
  ]
  return formatTable(head, lines)
}

/** Marks the prototype's figure if ours is higher by over 8 % and by more than chance explains. */
function compared(own: number, ownError: number, other: number, otherError: number): string {
  const isWorse = own > 1.08 * other && own > other + 3 * Math.hypot(ownError, otherError)
  return `${formatRegret(other)} ± ${formatRegret(otherError)}${isWorse ? " (!)" : ""}`
}

function rivalTable({ rows }: RivalFile): string {
  const lines = rivalSettings.map(({ instance, horizon }) => [
    `${instance.name} (${instance.about}), T ${formatNumber(horizon)}`,
    ...rivalDelays.map((delay) => {
      const here = rows.filter((row) => row.delay === delay && row.instance === instance.name && row.eta !== null)
      const own = here.find(({ contender }) => contender === "gdp-imed")
      const [best] = here.filter(({ contender }) => !contender.startsWith("gdp-imed")).sort((a, b) => a.mean - b.mean)
      if (own === undefined || best === undefined) return ""
      const ratio = (own.mean / best.mean).toFixed(2)
      return `${formatRegret(own.mean)} ± ${formatRegret(own.standardError)}; ${best.contender} ${formatRegret(best.mean)} ± ${formatRegret(best.standardError)}; ${ratio}`
    }),
  ])
  return formatTable(["arms", ...rivalDelays.map((delay) => `delay ${formatNumber(delay)}`)], lines)
}

const armsText = (means: readonly number[]): string =>
  means.length > 5 ? `${means.length} arms` : means.map((mean) => String(mean).replace(/^0/, "")).join(" ")

// A comparison as text: a table with bars, best first; then the algorithms that were left out, and
// why.

import { algorithmLabel, type ComparisonResult, describeRareRuns, type SimulationResult } from "@armistice/lab"
import { drawBar } from "../../print/bar.ts"
import { formatCharged } from "../../print/format-charged.ts"
import {
  formatDuration,
  formatInterval,
  formatLoss,
  formatQuantity,
  formatShortCount,
  formatTarget,
} from "../../print/numbers.ts"
import { formatRows, widestLine } from "../../print/table.ts"
import { describeRounds, formatSetting } from "../simulate/simulation-text.ts"

export function formatComparison({ eta, results, unable }: ComparisonResult, notBegun: readonly string[]): string {
  const ranked = [...results].sort((a, b) => a.regret.mean - b.regret.mean)
  const lines: string[] = []
  if (results[0] !== undefined) lines.push(formatSetting(results[0]))
  if (results[0] !== undefined) lines.push(...describeRounds(results[0]))
  if (eta !== null) lines.push(`Every algorithm is made ${formatTarget(eta)}-GDP or better.`)
  lines.push("", ...formatBars(ranked))
  const rare = describeRareRuns(results)
  if (rare !== null) lines.push("", `${rare}.`)
  if (eta !== null) lines.push(...formatCharged(results))
  const waiting = results.filter(({ delivery }) => delivery?.joined === 0).map(({ algorithm }) => algorithm)
  if (waiting.length > 0)
    lines.push(
      "",
      `No reward joined within the run with ${waiting.join(", ")}: a shorter --window, or --missing ignore, would help.`,
    )
  const stopped = results.filter(({ finished, runs }) => finished < runs)
  for (const { algorithm, finished, runs } of stopped)
    lines.push("", `Stopped early: ${algorithm} has ${formatShortCount(finished)} of ${formatShortCount(runs)} runs.`)
  if (notBegun.length > 0) lines.push("", `Not begun: ${notBegun.join(", ")}.`)
  if (unable.length > 0) lines.push("", "Left out:", ...unable.map(formatUnable))
  return `${lines.join("\n")}\n`
}

const shortestBar = 8

/** A line for each result, with a bar in the remaining room. */
function formatBars(results: readonly SimulationResult[]): string[] {
  const isLate = results.some(({ delivery }) => delivery !== undefined)
  const head = ["algorithm", "regret", "95 % interval", ...(isLate ? ["worst 5 %"] : []), "eta", "time a run"]
  const room = Math.min(widestLine, process.stdout.columns ?? widestLine)
  const [[title = ""] = [], ...rows] = formatRows([head, ...results.map(toRow)], { widest: room - shortestBar - 2 })
  const width = Math.min(24, Math.max(shortestBar, room - title.length - 2))
  const largest = Math.max(...results.map(({ regret }) => regret.mean))
  return [
    title,
    ...rows.flatMap(([line, ...more], index) => [
      `${line}  ${drawBar(largest > 0 ? Math.max(0, results[index]?.regret.mean ?? 0) / largest : 0, width)}`,
      ...more,
    ]),
  ]
}

function toRow(result: SimulationResult): string[] {
  const { regret, guarantee, milliseconds } = result
  return [
    algorithmLabel(result.algorithm, result.parameters),
    formatQuantity(regret.mean),
    formatInterval(regret.interval),
    ...(result.delivery === undefined ? [] : [formatQuantity(result.delivery.worstRegret)]),
    guarantee.eta === null ? "none" : formatLoss(guarantee.eta),
    formatDuration(milliseconds.perRun),
  ]
}

function formatUnable({ why, nearest }: ComparisonResult["unable"][number]): string {
  return `  ${why}${nearest === null ? "" : `; the nearest it can is ${formatLoss(nearest)}-GDP`}.`
}

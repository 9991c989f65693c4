// A comparison for people: a table, best first, with bars; then what could not be compared, and why.

import { algorithmLabel, type ComparisonResult, type SimulationResult } from "@armistice/lab"
import { bar } from "../../print/bar.ts"
import { chargedMore } from "../../print/charged-more.ts"
import { count, duration, loss, quantity, target } from "../../print/numbers.ts"
import { table } from "../../print/table.ts"
import { settingInWords } from "../simulate/simulation-text.ts"

export function comparisonText({ eta, results, unable }: ComparisonResult, notBegun: readonly string[]): string {
  const ranked = [...results].sort((a, b) => a.regret.mean - b.regret.mean)
  const lines: string[] = []
  if (results[0] !== undefined) lines.push(settingInWords(results[0]))
  if (eta !== null) lines.push(`Every algorithm is made ${target(eta)}-GDP or better.`)
  lines.push("", ...withBars(ranked))
  if (eta !== null) lines.push(...chargedMore(results))
  const stopped = results.filter(({ finished, runs }) => finished < runs)
  for (const { algorithm, finished, runs } of stopped)
    lines.push("", `Stopped early: ${algorithm} has ${count(finished)} of ${count(runs)} runs.`)
  if (notBegun.length > 0) lines.push("", `Not begun: ${notBegun.join(", ")}.`)
  if (unable.length > 0) lines.push("", "Left out:", ...unable.map(inWords))
  return `${lines.join("\n")}\n`
}

/** A line for each result, with a bar as long as there is room for. */
function withBars(results: readonly SimulationResult[]): string[] {
  const head = ["algorithm", "regret", "95 % interval", "eta", "time a run"]
  const [title = "", ...lines] = table([head, ...results.map(rowOf)]).split("\n")
  const width = Math.min(24, Math.max(8, (process.stdout.columns ?? 120) - title.length - 3))
  const largest = Math.max(...results.map(({ regret }) => regret.mean))
  return [title, ...lines.map((line, index) => `${line}  ${bar((results[index]?.regret.mean ?? 0) / largest, width)}`)]
}

function rowOf(result: SimulationResult): string[] {
  const { regret, guarantee, milliseconds } = result
  const [low, high] = regret.interval?.bootstrap ?? []
  return [
    algorithmLabel(result.algorithm, result.parameters),
    quantity(regret.mean),
    low === undefined || high === undefined ? "" : `${quantity(low)} to ${quantity(high)}`,
    guarantee.eta === null ? "none" : loss(guarantee.eta),
    duration(milliseconds.perRun),
  ]
}

function inWords({ why, nearest }: ComparisonResult["unable"][number]): string {
  return `  ${why}${nearest === null ? "" : `; the nearest it can is ${loss(nearest)}-GDP`}.`
}

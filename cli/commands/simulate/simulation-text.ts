// The result of a simulation as one screen of text.

import { describeAttack } from "@armistice/core/text"
import { algorithmLabel, describeRareRuns, type SimulationResult } from "@armistice/lab"
import { formatGuarantee } from "../../print/format-guarantee.ts"
import {
  formatDuration,
  formatInterval,
  formatPercent,
  formatPlainNumber,
  formatQuantity,
  formatShortCount,
} from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

export function formatSimulation(result: SimulationResult): string {
  const { regret, guarantee, milliseconds, finished, runs } = result
  const rows = [
    ["regret", `${formatQuantity(regret.mean)}${describeInterval(regret.interval)}`],
    ...measureRows(result),
    ...roughRows(result),
    [
      "quantiles",
      `5 % ${formatQuantity(regret.quantiles.p5)}, half ${formatQuantity(regret.quantiles.p50)}, 95 % ${formatQuantity(regret.quantiles.p95)}`,
    ],
    ...deliveryRows(result),
    ["guarantee", formatGuarantee(guarantee)],
    ...(guarantee.published === undefined
      ? []
      : [["", `published as ${formatGuarantee({ kind: "gdp", eta: guarantee.published })}`]]),
    ["time", `${formatDuration(milliseconds.perRun)} a run, ${formatDuration(milliseconds.total)} in all`],
  ]
  return [
    algorithmLabel(result.algorithm, result.parameters),
    formatSetting(result),
    ...describeRounds(result),
    ...(finished < runs
      ? [`Stopped early: figures are over the first ${formatShortCount(finished)} of ${formatShortCount(runs)} runs.`]
      : []),
    "",
    formatTable(rows, { left: [0, 1] }),
    "",
    formatTable(armRows(result)),
    "",
    describeAttack(guarantee),
    "",
  ].join("\n")
}

/** The meaning of a recording's rows, and what regret is against where arms change. */
export function describeRounds({ manifest: { environment }, measures }: SimulationResult): string[] {
  if (environment.kind === "replay") {
    const rows =
      environment.by === "pulls"
        ? "Pull k of an arm takes row k of its column, whatever the round."
        : "Round k takes row k, whatever the arm."
    return [`${rows} Regret is the reward of the best column minus the reward that was paid.`]
  }
  return measures === undefined ? [] : ["Regret is against the best arm of each round."]
}

/** The other measure of regret where arms change. */
function measureRows({ measures }: SimulationResult): string[][] {
  if (measures === undefined) return []
  const { regretIs, bestArm } = measures
  const regret = regretIs === "one arm" ? measures.eachRound : measures.oneArm
  const name = regretIs === "one arm" ? "the best arm of each round" : `arm ${bestArm}, the one best arm`
  return [["", `${formatQuantity(regret.mean)}${describeInterval(regret)} against ${name}`]]
}

/** "5 bernoulli arms, 1e6 rounds, 20 runs, seed 1, engine leap". */
export function formatSetting({ means, horizon, finished, seed, engine, manifest }: SimulationResult): string {
  return `${means.length} ${formatKind(manifest.environment)}, ${formatShortCount(horizon)} rounds, ${formatShortCount(finished)} ${finished === 1 ? "run" : "runs"}, seed ${seed}, engine ${engine}${manifest.delivery === undefined ? "" : " (late rewards are played round by round)"}`
}

function formatKind(environment: SimulationResult["manifest"]["environment"]): string {
  if (environment.kind === "drawn-context") return `arms, people with context ${environment.name}`
  if (environment.kind === "context") return "arms, people with a context"
  return `${environment.kind === "module" ? environment.name : environment.kind} arms`
}

const hasContext = (environment: SimulationResult["manifest"]["environment"]): boolean =>
  environment.kind === "context" ||
  environment.kind === "drawn-context" ||
  (environment.kind === "module" && environment.hasContext === true)

/** How many late rewards counted, and the runs that they misled. */
function deliveryRows({ delivery, horizon, manifest }: SimulationResult): string[][] {
  if (delivery === undefined) return []
  const best = hasContext(manifest.environment) ? "the best arm for each person" : "the best arm"
  const { joined, expired, outstanding, worstRegret, misdirected } = delivery
  // No window ends within the run, so that late answers and silence cannot be told apart.
  const isOpen = (manifest.delivery?.window ?? horizon) >= horizon
  const rest = isOpen
    ? `${formatPercent(outstanding / horizon)} had not come at the end: late, or never answered`
    : `${formatPercent(expired / horizon)} did not come within the window, ${formatPercent(outstanding / horizon)} outstanding at the end`
  return [
    [
      "worst 5 %",
      `${formatQuantity(worstRegret)}; in ${formatPercent(misdirected)} of runs ${best} got less than half`,
    ],
    ["rewards", `${formatPercent(joined / horizon)} joined, ${rest}`],
    ...(joined === 0
      ? [["", "no reward joined within the run: a shorter --window, or --missing ignore, would help"]]
      : []),
  ]
}

function describeInterval(interval: Parameters<typeof formatInterval>[0]): string {
  const text = formatInterval(interval)
  return text === "" ? "" : ` (95 % interval ${text})`
}

/** A warning if the interval may be misleading. */
function roughRows(result: SimulationResult): string[][] {
  const words = describeRareRuns([result])
  const { interval } = result.regret
  if (words === null || interval === null) return []
  return [["", words]]
}

function armRows({ means, pulls, horizon, delivery, manifest }: SimulationResult): string[][] {
  const { environment } = manifest
  // Every run draws its own people, so that there is no mean to show.
  if (environment.kind !== "context" && hasContext(environment))
    return [
      ["arm", "pulls", "share"],
      ...pulls.mean.map((pulled, arm) => [String(arm), formatQuantity(pulled), formatPercent(pulled / horizon, 2)]),
    ]
  // If silence counts as a constant, regret is measured by the value of a decision.
  const values = delivery?.values.some((value, arm) => value !== means[arm]) === true ? delivery.values : null
  return [
    ["arm", "mean", ...(values === null ? [] : ["value"]), "pulls", "share"],
    ...means.map((mean, arm) => {
      const pulled = pulls.mean[arm] ?? 0
      return [
        String(arm),
        formatPlainNumber(Number(mean.toPrecision(4))),
        ...(values === null ? [] : [formatPlainNumber(Number((values[arm] ?? 0).toPrecision(4)))]),
        formatQuantity(pulled),
        formatPercent(pulled / horizon, 2),
      ]
    }),
  ]
}

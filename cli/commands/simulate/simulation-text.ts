// The result of a simulation as one screen of text.

import { describeAttack } from "@armistice/core/text"
import { algorithmLabel, describeRoughness, type SimulationResult } from "@armistice/lab"
import { formatGuarantee } from "../../print/format-guarantee.ts"
import { formatCount, formatDuration, formatPercent, formatPlainNumber, formatQuantity } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"

export function formatSimulation(result: SimulationResult): string {
  const { regret, guarantee, milliseconds, finished, runs } = result
  const rows = [
    ["regret", `${formatQuantity(regret.mean)}${formatInterval(result)}`],
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
    ...(result.manifest.environment.kind === "replay" ? [replayNote] : []),
    ...(finished < runs
      ? [`Stopped early: figures are over the first ${formatCount(finished)} of ${formatCount(runs)} runs.`]
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

/**
 * Rounds of the recording are not rounds of the run, so rewards of one moment may fall in different
 * rounds.
 */
const replayNote =
  "Pull k of an arm takes row k of its column, whatever the round; regret is by the means of the columns, not by what was paid."

/** "5 bernoulli arms, 1e6 rounds, 20 runs, seed 1, engine leap". */
export function formatSetting({ means, horizon, finished, seed, engine, manifest }: SimulationResult): string {
  return `${means.length} ${formatKind(manifest.environment)}, ${formatCount(horizon)} rounds, ${formatCount(finished)} ${finished === 1 ? "run" : "runs"}, seed ${seed}, engine ${engine}${manifest.delivery === undefined ? "" : " (late rewards are played round by round)"}`
}

function formatKind(environment: SimulationResult["manifest"]["environment"]): string {
  if (environment.kind === "drawn-context") return `arms, people with context ${environment.name}`
  return environment.kind === "context" ? "arms, people with a context" : `${environment.kind} arms`
}

/** How many late rewards counted, and the runs that they misled. */
function deliveryRows({ delivery, horizon }: SimulationResult): string[][] {
  if (delivery === undefined) return []
  const { joined, expired, outstanding, worstRegret, misdirected } = delivery
  return [
    [
      "worst 5 %",
      `${formatQuantity(worstRegret)}; in ${formatPercent(misdirected)} of runs the best arm got less than half`,
    ],
    [
      "rewards",
      `${formatPercent(joined / horizon)} joined, ${formatPercent(expired / horizon)} never came, ${formatPercent(outstanding / horizon)} outstanding at the end`,
    ],
    ...(joined === 0
      ? [["", "no reward joined within the run: a shorter --window, or --missing ignore, would help"]]
      : []),
  ]
}

function formatInterval({ regret: { interval } }: SimulationResult): string {
  if (interval === null) return ""
  return ` (95 % interval ${formatQuantity(interval.low)} to ${formatQuantity(interval.high)})`
}

/** A warning if the interval may be misleading. */
function roughRows(result: SimulationResult): string[][] {
  const words = describeRoughness([result])
  const { interval } = result.regret
  if (words === null || interval === null) return []
  return [["", words]]
}

function armRows({ means, pulls, horizon, delivery, manifest }: SimulationResult): string[][] {
  // Every run draws its own people, so that there is no mean to show.
  if (manifest.environment.kind === "drawn-context")
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

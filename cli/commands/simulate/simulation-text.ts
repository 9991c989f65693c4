// The result of a simulation for people: one screen.

import { describeAttack } from "@armistice/core/text"
import { algorithmLabel, describeRoughness, type SimulationResult } from "@armistice/lab"
import { guaranteeInWords } from "../../print/guarantee-in-words.ts"
import { count, duration, given, quantity } from "../../print/numbers.ts"
import { table } from "../../print/table.ts"

export function simulationText(result: SimulationResult): string {
  const { regret, guarantee, milliseconds, finished, runs } = result
  const rows = [
    ["regret", `${quantity(regret.mean)}${intervalInWords(result)}`],
    ...roughRows(result),
    [
      "quantiles",
      `5 % ${quantity(regret.quantiles.p5)}, half ${quantity(regret.quantiles.p50)}, 95 % ${quantity(regret.quantiles.p95)}`,
    ],
    ...deliveryRows(result),
    ["guarantee", guaranteeInWords(guarantee)],
    ...(guarantee.published === undefined
      ? []
      : [["", `published as ${guaranteeInWords({ kind: "gdp", eta: guarantee.published })}`]]),
    ["time", `${duration(milliseconds.perRun)} a run, ${duration(milliseconds.total)} in all`],
  ]
  return [
    algorithmLabel(result.algorithm, result.parameters),
    settingInWords(result),
    ...(finished < runs
      ? [`Stopped early: figures are over the first ${count(finished)} of ${count(runs)} runs.`]
      : []),
    "",
    table(rows, { left: [0, 1] }),
    "",
    table(armRows(result)),
    "",
    describeAttack(guarantee),
    "",
  ].join("\n")
}

/** "5 bernoulli arms, 1e6 rounds, 20 runs, seed 1, engine leap". */
export function settingInWords({ means, horizon, finished, seed, engine, manifest }: SimulationResult): string {
  const kind = manifest.environment.kind
  return `${means.length} ${kind} arms, ${count(horizon)} rounds, ${count(finished)} ${finished === 1 ? "run" : "runs"}, seed ${seed}, engine ${engine}${manifest.delivery === undefined ? "" : " (late rewards are played round by round)"}`
}

/** What became of late rewards, and the runs that they misled. */
function deliveryRows({ delivery, horizon }: SimulationResult): string[][] {
  if (delivery === undefined) return []
  const { joined, expired, outstanding, worstRegret, misdirected } = delivery
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return [
    ["worst 5 %", `${quantity(worstRegret)}; in ${percent(misdirected)} of runs the best arm got less than half`],
    [
      "rewards",
      `${percent(joined / horizon)} joined, ${percent(expired / horizon)} never came, ${percent(outstanding / horizon)} outstanding at the end`,
    ],
    ...(joined === 0
      ? [["", "no reward joined within the run: a shorter --window, or --missing ignore, would help"]]
      : []),
  ]
}

function intervalInWords({ regret: { interval } }: SimulationResult): string {
  if (interval === null) return ""
  return ` (95 % interval ${quantity(interval.low)} to ${quantity(interval.high)})`
}

/** What the interval does not know of. */
function roughRows(result: SimulationResult): string[][] {
  const words = describeRoughness([result])
  const { interval } = result.regret
  if (words === null || interval === null) return []
  return [["", words]]
}

function armRows({ means, pulls, horizon, delivery }: SimulationResult): string[][] {
  // Where silence is worth a constant, regret is counted by what a decision is worth.
  const values = delivery?.values.some((value, arm) => value !== means[arm]) === true ? delivery.values : null
  return [
    ["arm", "mean", ...(values === null ? [] : ["value"]), "pulls", "share"],
    ...means.map((mean, arm) => {
      const pulled = pulls.mean[arm] ?? 0
      return [
        String(arm),
        given(Number(mean.toPrecision(4))),
        ...(values === null ? [] : [given(Number((values[arm] ?? 0).toPrecision(4)))]),
        quantity(pulled),
        `${((100 * pulled) / horizon).toFixed(2)} %`,
      ]
    }),
  ]
}

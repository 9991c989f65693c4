// The result of a simulation for people: one screen.

import { describeAttack } from "@armistice/core/words"
import { algorithmLabel, roughWords, type SimulationResult } from "@armistice/lab"
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
  return `${means.length} ${kind} arms, ${count(horizon)} rounds, ${count(finished)} ${finished === 1 ? "run" : "runs"}, seed ${seed}, engine ${engine}`
}

function intervalInWords({ regret: { interval } }: SimulationResult): string {
  if (interval === null) return ""
  return ` (95 % interval ${quantity(interval.low)} to ${quantity(interval.high)})`
}

/** What the interval does not know of, and how far that could reach. */
function roughRows(result: SimulationResult): string[][] {
  const words = roughWords([result])
  const { interval } = result.regret
  if (words === null || interval === null) return []
  return [
    ["", `interval ${words};`],
    ["", `with such runs the mean is at most ${quantity(interval.atMost)}`],
  ]
}

function armRows({ means, pulls, horizon }: SimulationResult): string[][] {
  return [
    ["arm", "mean", "pulls", "share"],
    ...means.map((mean, arm) => {
      const pulled = pulls.mean[arm] ?? 0
      return [
        String(arm),
        given(Number(mean.toPrecision(4))),
        quantity(pulled),
        `${((100 * pulled) / horizon).toFixed(2)} %`,
      ]
    }),
  ]
}

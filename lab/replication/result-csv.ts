// Results as CSV: every run at every checkpoint, and one line per simulation.

import { csvCell, csvText } from "../text/csv-text.ts"
import type { Replication } from "./replicate.ts"
import type { SimulationResult } from "./simulation-result.ts"
import { quantileNames } from "./statistics.ts"

/** Lines `run,round,algorithm,regret`, a run at a time: together they may be larger than memory should hold. */
export function* runsCsv(replications: Iterable<Replication>): Generator<string> {
  yield "run,round,algorithm,regret\n"
  for (const { simulation, table } of replications) {
    const name = csvCell(simulation.algorithm.name)
    for (let run = 0; run < table.length; run++) {
      let lines = ""
      for (const [index, round] of simulation.checkpoints.entries())
        lines += `${run},${round},${name},${table.get(run, table.layout.curve + index)}\n`
      yield lines
    }
  }
}

/** One line per simulation: its parameters, regret, loss and time. */
export function summaryCsv(results: readonly SimulationResult[]): string {
  const header = [
    "algorithm",
    "parameters",
    "horizon",
    "runs",
    "seed",
    "engine",
    "eta",
    "regret_mean",
    "regret_standard_error",
    ...quantileNames.map((name) => `regret_${name}`),
    "milliseconds_per_run",
  ]
  const lines = results.map((result) => [
    result.algorithm,
    Object.entries(result.parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
    result.horizon,
    result.finished,
    result.seed,
    result.engine,
    result.guarantee.eta,
    result.regret.mean,
    result.regret.standardError,
    ...quantileNames.map((name) => result.regret.quantiles[name]),
    result.milliseconds.perRun,
  ])
  return csvText([header, ...lines])
}

// Final regret against one parameter of the algorithms, with 95% intervals of the mean.

import type { SimulationResult } from "../replication/simulation-result.ts"
import { algorithmLabel, parameterSymbol } from "./algorithm-label.ts"
import { shortNumber } from "./axis-scale.ts"
import type { ChartSpec } from "./chart-spec.ts"
import { describeArms, describeRuns } from "./chart-words.ts"
import { finalRegretPoint, groupResults } from "./final-regret.ts"

export function regretByParameterChart(
  results: readonly SimulationResult[],
  parameter: string,
  scale: { readonly x?: "linear" | "log"; readonly y?: "linear" | "log" } = {},
): ChartSpec {
  const usable = results.filter(({ parameters }) => typeof parameters[parameter] === "number")
  const groups = groupResults(usable, ({ algorithm, parameters }) => algorithmLabel(algorithm, parameters, [parameter]))
  const y = scale.y ?? "linear"
  const { horizon } = results[0]
  return {
    title: `Regret after ${shortNumber(horizon)} rounds by ${parameterSymbol(parameter)}`,
    caption: `Mean regret of ${describeRuns(results)} on ${describeArms(results[0])}; bars are 95% intervals of the mean. Lower is better.`,
    x: { label: parameterSymbol(parameter), scale: scale.x ?? "linear" },
    y: { label: "regret", unit: "rewards lost", scale: y, ...(y === "linear" ? { from: 0 } : {}) },
    series: groups.map(({ name, members }) => ({
      name,
      points: members
        .map((result) => finalRegretPoint(result.parameters[parameter] as number, result))
        .sort((a, b) => a.x - b.x),
      interval: "bars",
      markers: "every",
    })),
  }
}

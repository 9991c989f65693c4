// The promised loss against one parameter: as published and as tight as we can prove, where they differ.

import { findAlgorithm, type Guarantee, type Parameters } from "@armistice/core"
import { algorithmLabel, parameterSymbol } from "./algorithm-label.ts"
import type { ChartSpec, PointSpec } from "./chart-spec.ts"
import { groupResults } from "./final-regret.ts"

/** What the chart needs of a simulation, or of an algorithm that was not even run. */
export interface GuaranteedAlgorithm {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly guarantee: Guarantee
}

export function privacyByParameterChart(
  algorithms: readonly GuaranteedAlgorithm[],
  parameter: string,
  scale: "linear" | "log" = "linear",
): ChartSpec {
  const points = algorithms.flatMap(({ algorithm, parameters, guarantee }) => {
    const x = parameters[parameter]
    if (typeof x !== "number" || guarantee.eta === null) return []
    const label = algorithmLabel(algorithm, parameters, [parameter])
    const { published, tight } = guarantee
    if (published === undefined || published === tight) return [{ name: label, x, y: guarantee.eta }]
    return [
      { name: `${label}, published`, x, y: published },
      { name: `${label}, tight`, x, y: guarantee.eta },
    ]
  })
  const names = [...new Set(algorithms.map(({ algorithm }) => findAlgorithm(algorithm).label))]
  return {
    title: `Privacy of ${names.join(", ")} by ${parameterSymbol(parameter)}`,
    caption:
      "Loss of one reward on the scale of Gaussian differential privacy. Lower is more private. Computed, not simulated.",
    x: { label: parameterSymbol(parameter), scale },
    y: { label: "η", unit: "GDP", scale: "log" },
    series: groupResults(points, ({ name }) => name).map(({ name, members }) => ({
      name,
      points: members.map(({ x, y }): PointSpec => ({ x, y })).sort((a, b) => a.x - b.x),
      markers: members.length <= 12 ? "every" : "some",
    })),
  }
}

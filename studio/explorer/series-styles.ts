// Each algorithm keeps its colour, dash and marker, even if others drop out because they cannot be that private.

import { findAlgorithm } from "@armistice/core"
import type { ChartSpec } from "@armistice/lab"

export function withFixedStyles(chart: ChartSpec, algorithms: readonly string[]): ChartSpec {
  const labels = algorithms.map((name) => findAlgorithm(name).label)
  return {
    ...chart,
    series: chart.series.map((series) => {
      // Parameters that are not at their default follow the label after a comma.
      const look = labels.findIndex((label) => series.name === label || series.name.startsWith(`${label}, `))
      return look < 0 ? series : { ...series, look }
    }),
  }
}

// The points of a chart as CSV: the numbers behind the picture.

import { csvText } from "@armistice/core/text"
import type { ChartSpec } from "./chart-spec.ts"

/** One row for each point; columns for the ends of intervals only where the chart shows some. */
export function formatChartCsv({ x, y, series }: ChartSpec): string {
  const hasBounds = series.some(({ points }) => points.some(({ low }) => low !== undefined))
  const bounds = <Cell>(...cells: Cell[]) => (hasBounds ? cells : [])
  return csvText([
    ["curve", x.label, y.label, ...bounds("low", "high")],
    ...series.flatMap(({ name, points }) =>
      points.map((point) => [name, point.x, point.y, ...bounds(point.low, point.high)]),
    ),
  ])
}

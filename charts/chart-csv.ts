// The points of a chart as CSV: the numbers behind the picture.

import { type ChartSpec, csvText } from "@armistice/lab"

/** Bounds have columns where the chart shows any. */
export function chartCsv({ x, y, series }: ChartSpec): string {
  const hasBounds = series.some(({ points }) => points.some(({ low }) => low !== undefined))
  const bounds = <Cell>(...cells: Cell[]) => (hasBounds ? cells : [])
  return csvText([
    ["curve", x.label, y.label, ...bounds("low", "high")],
    ...series.flatMap(({ name, points }) =>
      points.map((point) => [name, point.x, point.y, ...bounds(point.low, point.high)]),
    ),
  ])
}

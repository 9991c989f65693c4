// The points of a chart as a table: to read, to export, and for those who do not see the picture.

import type { ChartSpec } from "@armistice/lab"

export function chartCsv({ series, x, y }: ChartSpec): string {
  const lines = series.flatMap(({ name, points }) =>
    points.map((point) => [name, point.x, point.y, point.low ?? "", point.high ?? ""]),
  )
  return [["series", x.label, y.label, "low", "high"], ...lines]
    .map((line) => `${line.map((cell) => quoted(String(cell))).join(",")}\n`)
    .join("")
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

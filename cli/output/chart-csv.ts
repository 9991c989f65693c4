// The points of a chart as CSV: the numbers behind the picture.

import type { ChartSpec } from "@armistice/lab"

export function chartCsv({ x, y, series }: ChartSpec): string {
  const lines = series.flatMap(({ name, points }) => points.map((point) => [quoted(name), point.x, point.y].join(",")))
  return `${["curve", quoted(x.label), quoted(y.label)].join(",")}\n${lines.join("\n")}\n`
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// Charts as SVG and PNG, and their points as CSV. The renderer of PNG is loaded only if one is
// wanted.

import { drawChart } from "@armistice/charts"
import { type ChartSpec, formatChartCsv } from "@armistice/lab"
import type { OutputFile } from "./output-files.ts"

export interface ChartFiles {
  readonly csv?: OutputFile
  readonly svg?: OutputFile
  readonly png?: OutputFile
}

export async function writeCharts({ svg, png }: ChartFiles, chart: () => ChartSpec): Promise<void> {
  svg?.write(drawChart(chart()))
  if (png === undefined) return
  const { renderPng } = await import("@armistice/charts/node")
  png.write(await renderPng(chart()))
}

/** Also writes the points of the chart as CSV. */
export async function writeChartsAndPoints({ csv, ...files }: ChartFiles, chart: () => ChartSpec): Promise<void> {
  csv?.write(formatChartCsv(chart()))
  await writeCharts(files, chart)
}

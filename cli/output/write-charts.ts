// The same chart as SVG and PNG, drawn only if someone wants it (what paints PNGs is slow to load), and its points as CSV.

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

/** The same, where the points of the chart are all there is to write. */
export async function writeChartsAndPoints({ csv, ...files }: ChartFiles, chart: () => ChartSpec): Promise<void> {
  csv?.write(formatChartCsv(chart()))
  await writeCharts(files, chart)
}

// The same chart as SVG and PNG, drawn only if someone wants it (what draws is slow to load), and its points as CSV.

import type { ChartSpec } from "@armistice/lab"
import { chartCsv } from "./chart-csv.ts"
import type { OutputFile } from "./output-files.ts"

interface ChartFiles {
  readonly svg?: OutputFile
  readonly png?: OutputFile
}

export async function writeCharts({ svg, png }: ChartFiles, chart: () => ChartSpec): Promise<void> {
  if (svg === undefined && png === undefined) return
  const { renderPng, renderSvg } = await import("@armistice/lab/node")
  if (svg !== undefined) svg.write(await renderSvg(chart()))
  if (png !== undefined) png.write(await renderPng(chart()))
}

/** The same, where the points of the chart are all there is to write. */
export async function writeChartsAndPoints(
  { csv, ...files }: ChartFiles & { readonly csv?: OutputFile },
  chart: () => ChartSpec,
): Promise<void> {
  csv?.write(chartCsv(chart()))
  await writeCharts(files, chart)
}

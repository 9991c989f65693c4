// Charts as SVG, PNG and PDF, and their points as CSV. The renderers of PNG and PDF are loaded only
// if they are wanted.

import { drawChart } from "@armistice/charts"
import { type ChartSpec, formatChartCsv } from "@armistice/lab"
import { type FigureValues, labelChart, readPdfOptions } from "./figure.ts"
import type { OutputFile } from "./output-files.ts"

export interface ChartFiles {
  readonly csv?: OutputFile
  readonly svg?: OutputFile
  readonly png?: OutputFile
  readonly pdf?: OutputFile
}

export async function writeCharts(
  { svg, png, pdf }: ChartFiles,
  makeChart: () => ChartSpec,
  figure: FigureValues = {},
): Promise<void> {
  if (svg === undefined && png === undefined && pdf === undefined) return
  const chart = labelChart(makeChart(), figure)
  svg?.write(drawChart(chart))
  if (png === undefined && pdf === undefined) return
  const { renderPdf, renderPng } = await import("@armistice/charts/node")
  png?.write(await renderPng(chart))
  pdf?.write(await renderPdf(chart, readPdfOptions(figure)))
}

/** Also writes the points of the chart as CSV. */
export async function writeChartsAndPoints(
  { csv, ...files }: ChartFiles,
  chart: () => ChartSpec,
  figure: FigureValues = {},
): Promise<void> {
  csv?.write(formatChartCsv(chart()))
  await writeCharts(files, chart, figure)
}

// The same chart as SVG and PNG, drawn only if someone wants it: what draws is slow to load.

import type { ChartSpec } from "@armistice/lab"
import type { OutputFile } from "./output-files.ts"

interface ChartFiles {
  readonly svg?: OutputFile
  readonly png?: OutputFile
}

export async function writeCharts({ svg, png }: ChartFiles, chart: () => ChartSpec): Promise<void> {
  if (svg === undefined && png === undefined) return
  const { renderPng, renderSvg } = await import("@armistice/lab/node")
  svg?.write(await renderSvg(chart()))
  png?.write(await renderPng(chart()))
}

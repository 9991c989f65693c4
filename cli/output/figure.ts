// A user's options for a figure of a paper: names of axes and curves, font and width.

import { existsSync } from "node:fs"
import type { PdfOptions } from "@armistice/charts/node"
import type { ChartSpec } from "@armistice/lab"
import { defined } from "../options/option-spec.ts"
import { UsageError } from "../usage-error.ts"

/** Values of `figureOptions`. */
export interface FigureValues {
  readonly pdf?: string | undefined
  readonly font?: string | undefined
  readonly figureWidth?: number | undefined
  readonly xLabel?: string | undefined
  readonly yLabel?: string | undefined
  readonly names?: string | undefined
}

/** Before any work: a font that is missing would be noticed after it. */
export function checkFigure({ pdf, font, figureWidth }: FigureValues): void {
  if (pdf === undefined && (font !== undefined || figureWidth !== undefined))
    throw new UsageError("--font and --figure-width need --pdf")
  if (font !== undefined && !existsSync(font)) throw new UsageError(`--font must be a file, got ${font}`)
}

/** The chart with the names that were given. An own name of an axis replaces its unit too. */
export function labelChart(chart: ChartSpec, { xLabel, yLabel, names }: FigureValues): ChartSpec {
  const given = names?.split(";").map((name) => name.trim()) ?? []
  if (given.length > chart.series.length)
    throw new UsageError(`--names must be at most ${chart.series.length}, one for each curve, got ${given.length}`)
  return {
    ...chart,
    x: labelAxis(chart.x, xLabel),
    y: labelAxis(chart.y, yLabel),
    series: chart.series.map((series, index) => ({ ...series, name: given[index] || series.name })),
  }
}

function labelAxis(axis: ChartSpec["x"], label: string | undefined): ChartSpec["x"] {
  if (label === undefined) return axis
  const { unit: _, ...rest } = axis
  return { ...rest, label }
}

export const readPdfOptions = ({ font, figureWidth }: FigureValues): PdfOptions =>
  defined({ font, width: figureWidth && 72 * figureWidth })

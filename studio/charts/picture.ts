// A chart of the laboratory as an SVG file, with title, caption, and a line with its date and source.

import { drawChart } from "@armistice/charts"
import type { ChartSpec } from "@armistice/lab"
import type { Theme } from "../layout/theme.ts"
import { appendSource } from "./source-line.ts"
import { widening } from "./widening.ts"

const width = 760

export const chartToSvg = (spec: ChartSpec, theme: Theme): string =>
  appendSource(drawChart(spec, { width, theme, widening: widening() }), theme)

// A chart of the laboratory as a picture of its own: with title and caption, and below them of which day and from where it is.

import { drawChart } from "@armistice/charts"
import type { ChartSpec } from "@armistice/lab"
import type { Theme } from "../layout/theme.ts"
import { withSource } from "./source-line.ts"
import { widening } from "./widening.ts"

const width = 760

export const svgPicture = (spec: ChartSpec, theme: Theme): string =>
  withSource(drawChart(spec, { width, theme, widening: widening() }), theme)

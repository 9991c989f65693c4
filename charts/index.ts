// Charts as SVG, in a page or anywhere else. PNG and PDF need Node: @armistice/charts/node.

export type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
export { chartThemes, type ThemeName } from "./chart-theme.ts"
export { type DrawOptions, drawChart } from "./draw-chart.ts"
export { placeLabels } from "./label-layout.ts"
export { listMultiples, niceStep } from "./nice-step.ts"

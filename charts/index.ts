// Charts as SVG, in a page or anywhere else. What needs Node (PNG) is in @armistice/charts/node.

export type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
export { chartThemes, type ThemeName } from "./chart-theme.ts"
export { type DrawOptions, drawChart } from "./draw-chart.ts"
export { listMultiples, niceStep } from "./nice-step.ts"

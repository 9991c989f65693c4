// Drawing the laboratory's charts as SVG, in a page or anywhere else. What needs Node (PNG) is in @armistice/charts/node.

export { chartCsv } from "./chart-csv.ts"
export { chartThemes, type ThemeName } from "./chart-theme.ts"
export { type DrawOptions, drawChart } from "./draw-chart.ts"

// Drawing charts, in a page or with any other document. Apart from the rest because of the size of what it draws with.

export { chartThemes, type ThemeName } from "./chart-theme.ts"
export { type DrawOptions, drawChart } from "./draw-chart.ts"

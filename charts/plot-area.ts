// The rectangle of a chart: axes, intervals, curves and markers.

import { type AxisScale, axisScale } from "./axis-scale.ts"
import type { ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
import type { ChartTheme, SeriesStyle } from "./chart-theme.ts"
import { markers } from "./marker.ts"
import { element, round, type WriteText } from "./svg-text.ts"
import { textWidth } from "./text-width.ts"

export interface PlotArea {
  readonly x: AxisScale
  readonly y: AxisScale
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** With the numbers below it. */
  readonly height: number
}

/** The area of a picture of this width, with room for numbers and an `edge` on either side. */
export function plotArea(spec: ChartSpec, series: readonly SeriesSpec[], width: number, edge: number): PlotArea {
  const height = Math.round(Math.min(400, Math.max(230, width * 0.5)))
  const points = series.flatMap((one) => one.points)
  const xs = points.map((point) => point.x)
  const ys = points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y])
  const x = axisScale(spec.x, xs, Math.floor(width / 70))
  const y = axisScale(spec.y, ys, Math.floor(height / 45))
  const left = edge + 8 + Math.max(...y.ticks.map((tick) => textWidth(y.label(tick))))
  return { x, y, left, right: width - edge, top: 8, bottom: height - 26, height }
}

const xOf = ({ x, left, right }: PlotArea, value: number): number => left + x.share(value) * (right - left)

export const yOf = ({ y, top, bottom }: PlotArea, value: number): number => bottom - y.share(value) * (bottom - top)

/** Lines behind the curves, and the numbers beside and below them. */
export function drawAxes(area: PlotArea, theme: ChartTheme, write: WriteText): string {
  const { x, y, left, right, bottom } = area
  const grid = y.ticks.map((tick) => `M${round(left)},${round(yOf(area, tick))}H${round(right)}`).join("")
  const foot = x.ticks.map((tick) => `M${round(xOf(area, tick))},${round(bottom)}v-5`).join("")
  return [
    element("path", { d: grid, stroke: theme.grid }),
    element("path", { d: `M${round(left)},${round(bottom)}H${round(right)}${foot}`, stroke: theme.muted }),
    ...y.ticks.map((tick) => write(y.label(tick), left - 8, yOf(area, tick) + 4, { anchor: "end" })),
    ...x.ticks.map((tick) => write(x.label(tick), xOf(area, tick), bottom + 18, { anchor: "middle" })),
  ].join("")
}

export function drawSeries(area: PlotArea, series: SeriesSpec, style: SeriesStyle, index: number): string {
  const { points, interval } = series
  const at = (x: number, y: number) => `${round(xOf(area, x))},${round(yOf(area, y))}`
  // Intervals that reach below a logarithmic axis end at its foot.
  const foot = area.y.domain[0]
  const bounds = points.flatMap(({ x, low, high }) =>
    low === undefined || high === undefined ? [] : [{ x, low: Math.max(low, foot), high: Math.max(high, foot) }],
  )
  let drawn = ""
  if (interval === "band" && bounds.length > 0) {
    const edge = [...bounds.map(({ x, high }) => at(x, high)), ...bounds.map(({ x, low }) => at(x, low)).reverse()]
    drawn += element("path", { d: `M${edge.join("L")}Z`, fill: style.colour, "fill-opacity": 0.14 })
  }
  if (interval === "bars" && bounds.length > 0) {
    const bars = bounds.map(({ x, low, high }) => `M${at(x, low)}V${round(yOf(area, high))}`).join("")
    drawn += element("path", { d: bars, stroke: style.colour, "stroke-width": 1.75 })
  }
  if (points.length > 0) {
    const isStep = series.line === "step"
    const next = ({ x, y }: PointSpec) => (isStep ? `H${round(xOf(area, x))}V${round(yOf(area, y))}` : `L${at(x, y)}`)
    drawn += curve(style, `M${at(points[0].x, points[0].y)}${points.slice(1).map(next).join("")}`)
  }
  const marked = series.markers === "every" ? points : somePoints(points, index)
  const places = marked.map(({ x, y }) => [xOf(area, x), yOf(area, y)] as const)
  return drawn + markers(style, places)
}

/** The line of a series along a path; nothing where its points are not joined. */
export function curve({ colour, dash }: SeriesStyle, d: string): string {
  if (dash === null) return ""
  return element("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": 2,
    "stroke-linejoin": "round",
    "stroke-dasharray": dash === "" ? undefined : dash,
  })
}

/** About seven points along a curve, shifted from one series to the next so that markers do not cover each other. */
function somePoints(points: readonly PointSpec[], index: number): PointSpec[] {
  const every = Math.max(1, Math.round(points.length / 7))
  return points.filter((_, place) => place % every === (3 + 2 * index) % every)
}

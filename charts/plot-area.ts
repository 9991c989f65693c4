// The rectangle of a chart: axes, intervals, curves and markers.

import { type AxisScale, createAxisScale } from "./axis-scale.ts"
import type { ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
import type { ChartTheme, SeriesStyle } from "./chart-theme.ts"
import { drawMarkers } from "./draw-markers.ts"
import { measureText } from "./measure-text.ts"
import { round, type WriteText, writeElement } from "./svg-text.ts"

/** Where the axes of a chart are, in pixels. */
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
export function layOutPlot(spec: ChartSpec, series: readonly SeriesSpec[], width: number, edge: number): PlotArea {
  const height = Math.round(Math.min(400, Math.max(230, width * 0.5)))
  const points = series.flatMap((one) => one.points)
  const xs = points.map((point) => point.x)
  const ys = points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y])
  const x = createAxisScale(spec.x, xs, Math.floor(width / 70))
  const y = createAxisScale(spec.y, ys, Math.floor(height / 45))
  const left = edge + 8 + Math.max(...y.ticks.map((tick) => measureText(y.label(tick))))
  return { x, y, left, right: width - edge, top: 8, bottom: height - 26, height }
}

const placeX = ({ x, left, right }: PlotArea, value: number): number => left + x.share(value) * (right - left)

/** The height in pixels of a value. */
export const placeY = ({ y, top, bottom }: PlotArea, value: number): number => bottom - y.share(value) * (bottom - top)

/** Lines behind the curves, and the numbers beside and below them. */
export function drawAxes(area: PlotArea, theme: ChartTheme, write: WriteText): string {
  const { x, y, left, right, bottom } = area
  const grid = y.ticks.map((tick) => `M${round(left)},${round(placeY(area, tick))}H${round(right)}`).join("")
  const foot = x.ticks.map((tick) => `M${round(placeX(area, tick))},${round(bottom)}v-5`).join("")
  return [
    writeElement("path", { d: grid, stroke: theme.grid }),
    writeElement("path", { d: `M${round(left)},${round(bottom)}H${round(right)}${foot}`, stroke: theme.muted }),
    ...y.ticks.map((tick) => write(y.label(tick), left - 8, placeY(area, tick) + 4, { anchor: "end" })),
    ...x.ticks.map((tick) => write(x.label(tick), placeX(area, tick), bottom + 18, { anchor: "middle" })),
  ].join("")
}

/** One series: its intervals, its line and its markers. */
export function drawSeries(area: PlotArea, series: SeriesSpec, style: SeriesStyle, index: number): string {
  const { points, interval } = series
  const at = (x: number, y: number) => `${round(placeX(area, x))},${round(placeY(area, y))}`
  // Intervals that reach below a logarithmic axis end at its foot.
  const foot = area.y.domain[0]
  const bounds = points.flatMap(({ x, low, high }) =>
    low === undefined || high === undefined ? [] : [{ x, low: Math.max(low, foot), high: Math.max(high, foot) }],
  )
  let drawn = ""
  if (interval === "band" && bounds.length > 0) {
    const edge = [...bounds.map(({ x, high }) => at(x, high)), ...bounds.map(({ x, low }) => at(x, low)).reverse()]
    drawn += writeElement("path", { d: `M${edge.join("L")}Z`, fill: style.colour, "fill-opacity": 0.14 })
  }
  if (interval === "bars" && bounds.length > 0) {
    const bars = bounds.map(({ x, low, high }) => `M${at(x, low)}V${round(placeY(area, high))}`).join("")
    drawn += writeElement("path", { d: bars, stroke: style.colour, "stroke-width": 1.75 })
  }
  if (points.length > 0) {
    const isStep = series.line === "step"
    const next = ({ x, y }: PointSpec) =>
      isStep ? `H${round(placeX(area, x))}V${round(placeY(area, y))}` : `L${at(x, y)}`
    drawn += drawCurve(style, `M${at(points[0].x, points[0].y)}${points.slice(1).map(next).join("")}`)
  }
  const marked = series.markers === "every" ? points : somePoints(points, index)
  const places = marked.map(({ x, y }) => [placeX(area, x), placeY(area, y)] as const)
  return drawn + drawMarkers(style, places)
}

/** The line of a series along a path; nothing where its points are not joined. */
export function drawCurve({ colour, dash }: SeriesStyle, d: string): string {
  if (dash === null) return ""
  return writeElement("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": 2,
    "stroke-linejoin": "round",
    "stroke-dasharray": dash === "" ? undefined : dash,
  })
}

/** About seven points of a curve, shifted by series so that markers do not cover each other. */
function somePoints(points: readonly PointSpec[], index: number): PointSpec[] {
  const every = Math.max(1, Math.round(points.length / 7))
  return points.filter((_, place) => place % every === (3 + 2 * index) % every)
}

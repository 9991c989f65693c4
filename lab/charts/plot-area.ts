// The rectangle of a chart with axes, intervals, curves and markers: the part that Observable Plot draws.

import * as Plot from "@observablehq/plot"
import { type AxisScale, axisScale } from "./axis-scale.ts"
import { edge, fontSize, labelGap, leaderWidth, lineHeight, sampleWidth } from "./chart-sizes.ts"
import type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
import type { ChartTheme, MarkerSymbol, SeriesStyle } from "./chart-theme.ts"
import { placeLabels } from "./label-layout.ts"
import { isStrokeMarker, plotSymbol } from "./marker.ts"
import { textWidth } from "./text-width.ts"

const topMargin = 8
const bottomMargin = 26

/** The rectangle with axes and curves. */
export class PlotArea {
  readonly marginLeft: number
  readonly #width: number
  readonly #height: number
  readonly #spec: ChartSpec
  readonly #x: AxisScale
  readonly #y: AxisScale

  constructor(spec: ChartSpec, series: readonly SeriesSpec[], width: number, height: number) {
    const points = series.flatMap((one) => one.points)
    const heights = points.flatMap(({ y, low = y, high = y }) => [y, low, high])
    this.#spec = spec
    this.#width = width
    this.#height = height
    this.#x = axisScale(
      spec.x,
      points.map(({ x }) => x),
      Math.floor(width / 70),
    )
    this.#y = axisScale(spec.y, heights, Math.floor(height / 45))
    this.marginLeft = edge + 8 + Math.max(...this.#y.ticks.map((tick) => textWidth(this.#y.label(tick), fontSize)))
  }

  /** Where labels beside the curves' ends go, and the margin they need; null if a legend is better. */
  directLabels(series: readonly SeriesSpec[]): { readonly places: readonly number[]; readonly margin: number } | null {
    if (this.#width < 520 || this.#spec.legend === "top" || series.some(({ points }) => points.length === 0))
      return null
    const margin =
      edge + leaderWidth + sampleWidth + labelGap + Math.max(...series.map(({ name }) => textWidth(name, fontSize)))
    if (margin > 0.36 * this.#width) return null
    const ends = series.map(({ points }) => this.yOf((points.at(-1) as PointSpec).y))
    const places = placeLabels(ends, lineHeight, topMargin, this.#height - bottomMargin)
    return places === null ? null : { places, margin }
  }

  yOf(value: number): number {
    const [from, to] = this.#y.domain
    const share =
      this.#spec.y.scale === "log" ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from)
    return this.#height - bottomMargin - share * (this.#height - bottomMargin - topMargin)
  }

  draw(
    document: Document,
    series: readonly SeriesSpec[],
    styles: readonly SeriesStyle[],
    theme: ChartTheme,
    marginRight: number,
  ): Element[] {
    const scaleOf = (axis: AxisScale, spec: AxisSpec) => ({ type: spec.scale, domain: [...axis.domain], axis: null })
    const drawn = Plot.plot({
      document,
      width: this.#width,
      height: this.#height,
      marginLeft: this.marginLeft,
      marginRight,
      marginTop: topMargin,
      marginBottom: bottomMargin,
      x: scaleOf(this.#x, this.#spec.x),
      y: scaleOf(this.#y, this.#spec.y),
      marks: [...this.#axes(theme), ...series.flatMap((one, index) => this.#marks(one, styles[index], index))],
    })
    // The rest of Plot's element (style sheet, class) is for pages of its own.
    return [...drawn.children].filter((child) => child.tagName.toLowerCase() === "g")
  }

  #axes(theme: ChartTheme): Plot.Markish[] {
    const look = { fontSize, fill: theme.text, fontFamily: "inherit" } as const
    const [xTicks, yTicks] = [[...this.#x.ticks], [...this.#y.ticks]]
    const inside = this.#height - bottomMargin - topMargin
    return [
      Plot.gridY(yTicks, { stroke: theme.grid, strokeOpacity: 1 }),
      Plot.ruleY([this.#y.domain[0]], { stroke: theme.muted }),
      Plot.ruleX(xTicks, { stroke: theme.muted, insetTop: inside - 5 }),
      Plot.text(yTicks, { ...look, y: yTicks, text: this.#y.label, frameAnchor: "left", textAnchor: "end", dx: -8 }),
      Plot.text(xTicks, { ...look, x: xTicks, text: this.#x.label, frameAnchor: "bottom", lineAnchor: "top", dy: 9 }),
    ]
  }

  #marks({ points, interval, markers, line }: SeriesSpec, style: SeriesStyle, index: number): Plot.Markish[] {
    const foot = this.#y.domain[0]
    const bounds = points.filter(({ low, high }) => low !== undefined && high !== undefined)
    const ends = { x: "x", y1: (point: PointSpec) => Math.max(point.low as number, foot), y2: "high" } as const
    const marks: Plot.Markish[] = []
    if (interval === "band") marks.push(Plot.areaY(bounds, { ...ends, fill: style.colour, fillOpacity: 0.14 }))
    if (interval === "bars") marks.push(Plot.ruleX(bounds, { ...ends, stroke: style.colour, strokeWidth: 1.75 }))
    const dash = style.dash === null || style.dash === "" ? {} : { strokeDasharray: style.dash }
    const curve = line === "step" ? "step-after" : "linear"
    if (style.dash !== null)
      marks.push(Plot.line(points, { x: "x", y: "y", curve, stroke: style.colour, strokeWidth: 2, ...dash }))
    const marked = markers === "every" ? points : markers === "some" ? somePoints(points, index) : []
    if (style.symbol !== null)
      marks.push(Plot.dot(marked, { x: "x", y: "y", ...markerLook(style.colour, style.symbol) }))
    return marks
  }
}

/** About seven points along a curve, shifted from one series to the next so that markers do not cover each other. */
function somePoints(points: readonly PointSpec[], index: number): PointSpec[] {
  const every = Math.max(1, Math.round(points.length / 7))
  return points.filter((_, place) => place % every === (3 + 2 * index) % every)
}

function markerLook(colour: string, symbol: MarkerSymbol) {
  const shape = { symbol: plotSymbol(symbol), r: 4 }
  return isStrokeMarker(symbol) ? { ...shape, stroke: colour, strokeWidth: 2 } : { ...shape, fill: colour }
}

// Draws a chart specification as one self-contained SVG element: in a page with its document, in Node with any other. The
// same specification gives the same bytes. Title, legend, axis labels and caption are part of the picture.

import * as Plot from "@observablehq/plot"
import { type AxisScale, axisScale } from "./axis-scale.ts"
import type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
import {
  type ChartTheme,
  chartThemes,
  type MarkerSymbol,
  referenceStyle,
  type SeriesStyle,
  styleOfSeries,
  type ThemeName,
} from "./chart-theme.ts"
import { placeLabels } from "./label-layout.ts"
import { legendItems, legendSample } from "./legend.ts"
import { isStrokeMarker, plotSymbol } from "./marker.ts"
import { roundNumbers, SvgWriter } from "./svg-writer.ts"
import { textWidth, wrapText } from "./text-width.ts"

export interface DrawOptions {
  readonly document: Document
  /** In pixels; 760 if left out. Below 520 the layout is that of a phone. */
  readonly width?: number
  /** "light" if left out. */
  readonly theme?: ThemeName
}

const edge = 16
const fontSize = 12.5
const titleSize = 16
const lineHeight = 17
const sampleWidth = 26
const labelGap = 8

export function drawChart(spec: ChartSpec, options: DrawOptions): SVGSVGElement {
  const width = options.width ?? 760
  const theme = chartThemes[options.theme ?? "light"]
  const series = spec.series.map((one) => visibleSeries(one, spec))
  const styles = stylesOf(series, theme)
  const height = Math.round(Math.min(400, Math.max(230, width * 0.5)))
  const writer = new SvgWriter(options.document)
  const plot = new PlotArea(spec, series, width, height)

  let top = edge
  for (const line of wrapText(spec.title, titleSize, width - 2 * edge, true)) {
    top += titleSize
    writer.text(line, edge, top, { size: titleSize, weight: 600, fill: theme.text })
    top += 6
  }
  const direct = plot.directLabels(series)
  if (direct === null) top = drawLegend(writer, series, styles, width, top + 4, theme)
  top += fontSize + 8
  writer.text(axisTitle(spec.y), edge, top, { size: fontSize, fill: theme.muted })
  top += 4

  const group = writer.group(0, top)
  // What Plot takes for granted in its own element.
  group.setAttribute("text-anchor", "middle")
  group.append(...plot.draw(options.document, series, styles, theme, direct === null ? edge : direct.margin))
  if (direct !== null) drawDirectLabels(writer, plot, series, styles, direct.places, width - direct.margin, top, theme)
  top += height + 4
  const left = plot.marginLeft
  const right = width - (direct?.margin ?? edge)
  writer.text(axisTitle(spec.x), (left + right) / 2, top + fontSize, {
    size: fontSize,
    fill: theme.muted,
    anchor: "middle",
  })
  top += fontSize + 14
  for (const line of wrapText(spec.caption, fontSize, width - 2 * edge)) {
    top += lineHeight
    writer.text(line, edge, top - 4, { size: fontSize, fill: theme.text })
  }
  const svg = writer.finish(width, Math.round(top + edge), theme, spec)
  roundNumbers(svg)
  return svg
}

/** References are muted and take no colour from the others. */
function stylesOf(series: readonly SeriesSpec[], theme: ChartTheme): SeriesStyle[] {
  let index = 0
  return series.map(({ isReference }) => (isReference === true ? referenceStyle(theme) : styleOfSeries(theme, index++)))
}

/** Points a scale can show; intervals that reach below a logarithmic axis end at its foot. */
function visibleSeries(series: SeriesSpec, { x, y }: ChartSpec): SeriesSpec {
  const isVisible = (value: number, axis: AxisSpec) => Number.isFinite(value) && (axis.scale === "linear" || value > 0)
  return { ...series, points: series.points.filter((point) => isVisible(point.x, x) && isVisible(point.y, y)) }
}

const axisTitle = ({ label, unit }: AxisSpec): string => (unit === undefined ? label : `${label} (${unit})`)

/** The rectangle with axes and curves. */
class PlotArea {
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
    const margin = edge + sampleWidth + 14 + labelGap + Math.max(...series.map(({ name }) => textWidth(name, fontSize)))
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

  #marks({ points, interval, markers }: SeriesSpec, style: SeriesStyle, index: number): Plot.Markish[] {
    const foot = this.#y.domain[0]
    const bounds = points.filter(({ low, high }) => low !== undefined && high !== undefined)
    const ends = { x: "x", y1: (point: PointSpec) => Math.max(point.low as number, foot), y2: "high" } as const
    const marks: Plot.Markish[] = []
    if (interval === "band") marks.push(Plot.areaY(bounds, { ...ends, fill: style.colour, fillOpacity: 0.14 }))
    if (interval === "bars") marks.push(Plot.ruleX(bounds, { ...ends, stroke: style.colour, strokeWidth: 1.75 }))
    const dash = style.dash === "" ? {} : { strokeDasharray: style.dash }
    marks.push(Plot.line(points, { x: "x", y: "y", stroke: style.colour, strokeWidth: 2, ...dash }))
    const marked = markers === "every" ? points : markers === "some" ? somePoints(points, index) : []
    if (style.symbol !== null)
      marks.push(Plot.dot(marked, { x: "x", y: "y", ...markerLook(style.colour, style.symbol) }))
    return marks
  }
}

const topMargin = 8
const bottomMargin = 26

/** About seven points along a curve, shifted from one series to the next so that markers do not cover each other. */
function somePoints(points: readonly PointSpec[], index: number): PointSpec[] {
  const every = Math.max(1, Math.round(points.length / 7))
  return points.filter((_, place) => place % every === (3 + 2 * index) % every)
}

function markerLook(colour: string, symbol: MarkerSymbol) {
  const shape = { symbol: plotSymbol(symbol), r: 4 }
  return isStrokeMarker(symbol) ? { ...shape, stroke: colour, strokeWidth: 2 } : { ...shape, fill: colour }
}

function drawLegend(
  writer: SvgWriter,
  series: readonly SeriesSpec[],
  styles: readonly SeriesStyle[],
  width: number,
  top: number,
  theme: ChartTheme,
): number {
  const items = legendItems(
    series.map(({ name }) => textWidth(name, fontSize)),
    sampleWidth,
    width - 2 * edge,
  )
  for (const [index, { x, row }] of items.entries()) {
    const y = top + (row + 0.5) * (lineHeight + 3)
    writer.append(...legendSample(writer, styles[index], edge + x, y, sampleWidth))
    writer.text(series[index].name, edge + x + sampleWidth + labelGap, y + fontSize * 0.35, {
      size: fontSize,
      fill: theme.text,
    })
  }
  const rows = 1 + Math.max(...items.map(({ row }) => row))
  return top + rows * (lineHeight + 3)
}

function drawDirectLabels(
  writer: SvgWriter,
  plot: PlotArea,
  series: readonly SeriesSpec[],
  styles: readonly SeriesStyle[],
  places: readonly number[],
  right: number,
  top: number,
  theme: ChartTheme,
): void {
  for (const [index, { name, points }] of series.entries()) {
    const from = top + plot.yOf((points.at(-1) as PointSpec).y)
    const to = top + places[index]
    const start = right + 14
    writer.line(right + 3, from, start - 2, to, { stroke: theme.muted, strokeWidth: 0.75 })
    writer.append(...legendSample(writer, styles[index], start, to, sampleWidth))
    const x = start + sampleWidth + labelGap
    writer.text(name, x, to + fontSize * 0.35, { size: fontSize, fill: theme.text })
  }
}

// Draws a chart specification as one self-contained SVG element: in a page with its document, in Node with any other. The
// same specification gives the same bytes. Title, legend, axis labels and caption are part of the picture.

import { edge, fontSize, labelGap, leaderWidth, lineHeight, sampleWidth, titleSize } from "./chart-sizes.ts"
import type { AxisSpec, ChartSpec, PointSpec, SeriesSpec } from "./chart-spec.ts"
import {
  type ChartTheme,
  chartThemes,
  referenceStyle,
  type SeriesStyle,
  styleOfSeries,
  type ThemeName,
} from "./chart-theme.ts"
import { legendItems, legendSample } from "./legend.ts"
import { PlotArea } from "./plot-area.ts"
import { roundNumbers, SvgWriter } from "./svg-writer.ts"
import { textWidth, wrapText } from "./text-width.ts"

export interface DrawOptions {
  readonly document: Document
  /** In pixels; 760 if left out. Below 520 the layout is that of a phone. */
  readonly width?: number
  /** "light" if left out. */
  readonly theme?: ThemeName
  /** Whether lengths are rounded, for small files and the same bytes everywhere; takes as long as the drawing. True if left out. */
  readonly isRounded?: boolean
}

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
  if (options.isRounded !== false) roundNumbers(svg)
  return svg
}

/** References are muted and take no colour from the others. The legend shows a line and a marker where the plot does. */
function stylesOf(series: readonly SeriesSpec[], theme: ChartTheme): SeriesStyle[] {
  let index = 0
  return series.map(({ isReference, line, look, markers }) => {
    const { colour, dash, symbol } =
      isReference === true ? referenceStyle(theme) : styleOfSeries(theme, look ?? index++)
    return { colour, dash: line === "none" ? null : dash, symbol: markers === "none" ? null : symbol }
  })
}

/** Points a scale can show; intervals that reach below a logarithmic axis end at its foot. */
function visibleSeries(series: SeriesSpec, { x, y }: ChartSpec): SeriesSpec {
  const isVisible = (value: number, axis: AxisSpec) => Number.isFinite(value) && (axis.scale === "linear" || value > 0)
  return { ...series, points: series.points.filter((point) => isVisible(point.x, x) && isVisible(point.y, y)) }
}

const axisTitle = ({ label, unit }: AxisSpec): string => (unit === undefined ? label : `${label} (${unit})`)

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
    const start = right + leaderWidth
    writer.line(right + 3, from, start - 2, to, { stroke: theme.muted, strokeWidth: 0.75 })
    writer.append(...legendSample(writer, styles[index], start, to, sampleWidth))
    const x = start + sampleWidth + labelGap
    writer.text(name, x, to + fontSize * 0.35, { size: fontSize, fill: theme.text })
  }
}

// Draws a chart specification as the text of one self-contained SVG. The same specification gives
// the same bytes. Title, names of curves, axis labels and caption are part of the picture.

import type { AxisSpec, ChartSpec, SeriesSpec } from "./chart-spec.ts"
import {
  type ChartTheme,
  chartThemes,
  chooseReferenceStyle,
  chooseSeriesStyle,
  type SeriesStyle,
  type ThemeName,
} from "./chart-theme.ts"
import { drawMarkers } from "./draw-markers.ts"
import { placeLabels, placeLegend } from "./label-layout.ts"
import { fontSize, measureText, wrapText } from "./measure-text.ts"
import { drawAxes, drawCurve, drawSeries, layOutPlot, placeY } from "./plot-area.ts"
import { escapeText, type WriteText, writeElement } from "./svg-text.ts"

/** How to draw a chart. */
export interface DrawOptions {
  /** In pixels; 760 if left out. Below 520 the layout is that of a phone. */
  readonly width?: number
  /** "light" if left out. */
  readonly theme?: ThemeName
  /** Title and caption are for screen readers only, because the page shows them itself. */
  readonly isBare?: boolean
  /** How much wider than Inter the shown font is; text is set smaller by as much. 1 by default. */
  readonly widening?: number
}

const edge = 16
const titleSize = 16
const lineHeight = 17
const legendRow = 20
/** In the legend, the piece of a curve and the gap before its name. */
const sampleWidth = 26
const labelGap = 8
/** The line from the end of a curve to its legend. */
const leaderWidth = 14

/**
 * Draws a chart as the text of one SVG.
 *
 * @example
 * const svg = drawChart({
 *   title: "Regret over time",
 *   caption: "Lower is better.",
 *   x: { label: "round", scale: "log" },
 *   y: { label: "regret", scale: "linear", from: 0 },
 *   series: [{ name: "GDP-IMED", points: [{ x: 1, y: 0 }, { x: 1000, y: 12 }], markers: "some" }],
 * })
 */
export function drawChart(spec: ChartSpec, options: DrawOptions = {}): string {
  const { width = 760, isBare = false, widening = 1 } = options
  const theme = chartThemes[options.theme ?? "light"]
  const series = spec.series.map((one) => keepVisiblePoints(one, spec))
  const styles = chooseStyles(series, theme)
  const write: WriteText = (words, x, y, { fill = theme.text, size = fontSize, weight, anchor } = {}) => {
    const look = { "font-size": size / widening, fill, "font-weight": weight, "text-anchor": anchor }
    return writeElement("text", { x, y, ...look }, escapeText(words))
  }
  /** The name of a curve behind a short piece of it. */
  const writeName = (index: number, x: number, y: number): string =>
    drawCurve(styles[index], `M${x},${y}h${sampleWidth}`) +
    drawMarkers(styles[index], [[x + sampleWidth / 2, y]]) +
    write(series[index].name, x + sampleWidth + labelGap, y + fontSize * 0.35)
  const parts: string[] = []
  let top = edge
  const writeLines = (text: string, size: number, spacing: number, weight?: number) => {
    if (isBare) return
    for (const line of wrapText(text, size, width - 2 * edge, weight !== undefined)) {
      parts.push(write(line, edge, top + size, { size, weight }))
      top += spacing
    }
  }

  writeLines(spec.title, titleSize, titleSize + 6, 600)
  // Names stand beside the curves' ends where there is room for them, and otherwise above the plot.
  const nameWidths = series.map(({ name }) => sampleWidth + labelGap + measureText(name))
  const nameMargin = edge + leaderWidth + Math.max(0, ...nameWidths)
  const plot = layOutPlot(spec, series, width, edge)
  const canStandBeside = width >= 520 && spec.legend !== "top" && nameMargin <= 0.36 * width
  const ends = canStandBeside ? series.map(({ points }) => placeY(plot, points.at(-1)?.y ?? Number.NaN)) : [Number.NaN]
  const beside = ends.some(Number.isNaN) ? null : placeLabels(ends, lineHeight, plot.top, plot.bottom)
  if (beside === null) {
    const places = placeLegend(nameWidths, width - 2 * edge)
    for (const [index, { x, row }] of places.entries())
      parts.push(writeName(index, edge + x, top + 4 + (row + 0.5) * legendRow))
    top += 4 + legendRow * (1 + Math.max(-1, ...places.map(({ row }) => row)))
  }
  top += fontSize + 8
  parts.push(write(formatAxisTitle(spec.y), edge, top, { fill: theme.muted }))
  top += 4

  const area = { ...plot, right: width - (beside === null ? edge : nameMargin) }
  const drawn = [
    drawAxes(area, theme, write),
    ...series.map((one, index) => drawSeries(area, one, styles[index], index)),
    ...(beside ?? []).map(
      (y, index) => drawLeader(area.right, ends[index], y, theme) + writeName(index, area.right + leaderWidth, y),
    ),
    write(formatAxisTitle(spec.x), (area.left + area.right) / 2, area.height + 4 + fontSize, {
      fill: theme.muted,
      anchor: "middle",
    }),
  ]
  parts.push(writeElement("g", { transform: `translate(0,${top})` }, drawn.join("")))
  top += area.height + fontSize + 18
  writeLines(spec.caption, fontSize, lineHeight)
  return wrapPicture(spec, parts.join(""), width, Math.round(top + edge), theme)
}

function wrapPicture(
  { title, caption }: ChartSpec,
  content: string,
  width: number,
  height: number,
  theme: ChartTheme,
): string {
  const size = { width, height }
  return `${writeElement(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...size,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "font-family": "Inter, system-ui, sans-serif",
    },
    writeElement("title", {}, escapeText(title)) +
      writeElement("desc", {}, escapeText(caption)) +
      writeElement("rect", { ...size, fill: theme.background }) +
      content,
  )}\n`
}

/** The line from the end of a curve to its name. */
const drawLeader = (right: number, y1: number, y2: number, { muted }: ChartTheme): string =>
  writeElement("line", { x1: right + 3, y1, x2: right + leaderWidth - 2, y2, stroke: muted, "stroke-width": 0.75 })

/** References are muted and use up no colour. The legend repeats what the plot draws. */
function chooseStyles(series: readonly SeriesSpec[], theme: ChartTheme): SeriesStyle[] {
  let index = 0
  return series.map(({ isReference, line, look, markers: shown }) => {
    const { colour, dash, symbol } =
      isReference === true ? chooseReferenceStyle(theme) : chooseSeriesStyle(theme, look ?? index++)
    return { colour, dash: line === "none" ? null : dash, symbol: shown === "none" ? null : symbol }
  })
}

/** Only the points that a scale can show. */
function keepVisiblePoints(series: SeriesSpec, { x, y }: ChartSpec): SeriesSpec {
  const isVisible = (value: number, axis: AxisSpec) => Number.isFinite(value) && (axis.scale === "linear" || value > 0)
  return { ...series, points: series.points.filter((point) => isVisible(point.x, x) && isVisible(point.y, y)) }
}

const formatAxisTitle = ({ label, unit }: AxisSpec): string => (unit === undefined ? label : `${label} (${unit})`)

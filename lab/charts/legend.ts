// The legend of a chart: a piece of each curve with its marker, and where the entries go.

import type { SeriesStyle } from "./chart-theme.ts"
import { isStrokeMarker, markerPath } from "./marker.ts"
import type { SvgWriter } from "./svg-writer.ts"

const gap = 8
const between = 18

/** Places of entries with these text widths, row by row. */
export function legendItems(
  textWidths: readonly number[],
  sampleWidth: number,
  maxWidth: number,
): { readonly x: number; readonly row: number }[] {
  let x = 0
  let row = 0
  return textWidths.map((width) => {
    const whole = sampleWidth + gap + width
    if (x > 0 && x + whole > maxWidth) {
      x = 0
      row++
    }
    const place = { x, row }
    x += whole + between
    return place
  })
}

/** A short piece of the curve, centred on `y`. */
export function legendSample(writer: SvgWriter, style: SeriesStyle, x: number, y: number, width: number): Element[] {
  const parts: Element[] = []
  if (style.dash !== null)
    parts.push(
      writer.element("path", {
        d: `M${x},${y}H${x + width}`,
        fill: "none",
        stroke: style.colour,
        "stroke-width": 2,
        ...(style.dash === "" ? {} : { "stroke-dasharray": style.dash }),
      }),
    )
  if (style.symbol === null) return parts
  const look = isStrokeMarker(style.symbol)
    ? { fill: "none", stroke: style.colour, "stroke-width": 2 }
    : { fill: style.colour }
  const marker = writer.element("path", {
    d: markerPath(style.symbol, 4),
    transform: `translate(${x + width / 2},${y})`,
    ...look,
  })
  return [...parts, marker]
}

// Markers as paths, in the plot and the legend: a circle, a polygon, or a cross of strokes.

import type { SeriesStyle } from "./chart-theme.ts"
import { round, writeElement } from "./svg-text.ts"

/** The radius of a circle; other markers are scaled to look as large. */
const size = 4

type Corners = readonly (readonly [number, number])[]

const polygons: Readonly<Record<string, Corners>> = {
  square: placeCorners(4, 1.25, 45),
  triangle: placeCorners(3, 1.45, -90),
  diamond: placeCorners(4, 1.4, 0),
  star: placeCorners(10, 1.6, -90, 0.7),
  hexagon: placeCorners(6, 1.15, 0),
}

const crosses: Readonly<Record<string, Corners>> = {
  times: placeCorners(4, 1.3, 45),
  plus: placeCorners(4, 1.4, 0),
}

/** The style's marker around each of the points, as one element. */
export function drawMarkers({ colour, symbol }: SeriesStyle, points: readonly (readonly [number, number])[]): string {
  if (symbol === null || points.length === 0) return ""
  const drawShape = (x: number, y: number): string => {
    const at = ([dx, dy]: readonly [number, number]) => `${round(x + dx)},${round(y + dy)}`
    const cross = crosses[symbol]
    if (cross !== undefined) return `M${at(cross[0])}L${at(cross[2])}M${at(cross[1])}L${at(cross[3])}`
    const polygon = polygons[symbol]
    if (polygon !== undefined) return `M${polygon.map(at).join("L")}Z`
    const drawHalf = (dx: number) => `A${size},${size},0,1,1,${at([dx, 0])}`
    return `M${at([size, 0])}${drawHalf(-size)}${drawHalf(size)}`
  }
  const d = points.map(([x, y]) => drawShape(x, y)).join("")
  return symbol in crosses
    ? writeElement("path", { d, fill: "none", stroke: colour, "stroke-width": 2 })
    : writeElement("path", { d, fill: colour })
}

/** Corners on a circle; every second one is at the radius `second`, which makes a star. */
function placeCorners(count: number, radius: number, turn: number, second = radius): Corners {
  return Array.from({ length: count }, (_, k) => {
    const angle = ((turn + (360 * k) / count) * Math.PI) / 180
    const length = size * (k % 2 === 0 ? radius : second)
    return [length * Math.cos(angle), length * Math.sin(angle)]
  })
}

// Markers as paths, in the plot and the legend: a circle, a polygon, or a cross of strokes.

import type { SeriesStyle } from "./chart-theme.ts"
import { element, round } from "./svg-text.ts"

/** The marker's size: a circle of this radius, or what has about the same weight to the eye. */
const size = 4

type Corners = readonly (readonly [number, number])[]

const polygons: Readonly<Record<string, Corners>> = {
  square: corners(4, 1.25, 45),
  triangle: corners(3, 1.45, -90),
  diamond: corners(4, 1.4, 0),
  star: corners(10, 1.6, -90, 0.7),
  hexagon: corners(6, 1.15, 0),
}

const crosses: Readonly<Record<string, Corners>> = {
  times: corners(4, 1.3, 45),
  plus: corners(4, 1.4, 0),
}

/** The style's marker around each of the points, as one element. */
export function drawMarkers({ colour, symbol }: SeriesStyle, points: readonly (readonly [number, number])[]): string {
  if (symbol === null || points.length === 0) return ""
  const shape = (x: number, y: number): string => {
    const at = ([dx, dy]: readonly [number, number]) => `${round(x + dx)},${round(y + dy)}`
    const cross = crosses[symbol]
    if (cross !== undefined) return `M${at(cross[0])}L${at(cross[2])}M${at(cross[1])}L${at(cross[3])}`
    const polygon = polygons[symbol]
    if (polygon !== undefined) return `M${polygon.map(at).join("L")}Z`
    const half = (dx: number) => `A${size},${size},0,1,1,${at([dx, 0])}`
    return `M${at([size, 0])}${half(-size)}${half(size)}`
  }
  const d = points.map(([x, y]) => shape(x, y)).join("")
  return symbol in crosses
    ? element("path", { d, fill: "none", stroke: colour, "stroke-width": 2 })
    : element("path", { d, fill: colour })
}

/** Corners on a circle, every second one at another radius if there is one. */
function corners(count: number, radius: number, turn: number, second = radius): Corners {
  return Array.from({ length: count }, (_, k) => {
    const angle = ((turn + (360 * k) / count) * Math.PI) / 180
    const length = size * (k % 2 === 0 ? radius : second)
    return [length * Math.cos(angle), length * Math.sin(angle)]
  })
}

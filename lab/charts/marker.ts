// Markers of curves, for the plot and for the legend: each a circle, a polygon, or a cross of strokes.

import type { MarkerSymbol } from "./chart-theme.ts"

type Corners = readonly (readonly [number, number])[]

/** Corners on the scale of a circle of radius 1 with about the same weight to the eye. */
const polygons: Readonly<Partial<Record<MarkerSymbol, Corners>>> = {
  square: corners(4, 1.25, 45),
  triangle: corners(3, 1.45, -90),
  diamond: corners(4, 1.4, 0),
  star: star(5, 1.6, 0.7),
  hexagon: corners(6, 1.15, 0),
}

const strokes: Readonly<Partial<Record<MarkerSymbol, Corners>>> = {
  times: corners(4, 1.3, 45),
  plus: corners(4, 1.4, 0),
}

export const isStrokeMarker = (symbol: MarkerSymbol): boolean => symbol in strokes

/** The part of a canvas or path that markers are drawn with. */
interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  closePath(): void
  arc(x: number, y: number, radius: number, start: number, end: number): void
}

/** The marker in the form Plot takes it in: `size` is the area of a circle. */
export function plotSymbol(symbol: MarkerSymbol): { draw(pen: Pen, size: number): void } {
  return { draw: (pen, size) => drawMarker(pen, symbol, Math.sqrt(size / Math.PI)) }
}

function drawMarker(pen: Pen, symbol: MarkerSymbol, r: number): void {
  const cross = strokes[symbol]
  const polygon = polygons[symbol]
  if (cross !== undefined) {
    for (const k of [0, 1]) {
      pen.moveTo(cross[k][0] * r, cross[k][1] * r)
      pen.lineTo(cross[k + 2][0] * r, cross[k + 2][1] * r)
    }
  } else if (polygon !== undefined) {
    pen.moveTo(polygon[0][0] * r, polygon[0][1] * r)
    for (const [x, y] of polygon.slice(1)) pen.lineTo(x * r, y * r)
    pen.closePath()
  } else {
    pen.moveTo(r, 0)
    pen.arc(0, 0, r, 0, 2 * Math.PI)
  }
}

/** The marker around the origin as an SVG path. */
export function markerPath(symbol: MarkerSymbol, r: number): string {
  let path = ""
  drawMarker(
    {
      moveTo: (x, y) => (path += `M${x},${y}`),
      lineTo: (x, y) => (path += `L${x},${y}`),
      closePath: () => (path += "Z"),
      arc: (_x, _y, radius) =>
        (path += `A${radius},${radius},0,1,1,${-radius},0A${radius},${radius},0,1,1,${radius},0`),
    },
    symbol,
    r,
  )
  return path
}

function corners(count: number, radius: number, turn: number): Corners {
  return Array.from({ length: count }, (_, k) => at(radius, turn + (360 * k) / count))
}

function star(points: number, outer: number, inner: number): Corners {
  return Array.from({ length: 2 * points }, (_, k) => at(k % 2 === 0 ? outer : inner, -90 + (180 * k) / points))
}

function at(radius: number, degrees: number): readonly [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

// Parts that figures share: points with intervals, curves, words of captions, rows of numbers.

import type { ChartSpec, PointSpec, SeriesSpec } from "@armistice/lab"
import { formatNumber } from "./judging/format-number.ts"
import { computeInterval } from "./judging/interval.ts"
import type { Measurement } from "./judging/measurement.ts"

export const regretAxis = { label: "regret", unit: "rewards lost" } as const

function regretPoint(x: number, { regret }: Measurement): PointSpec {
  if (regret.standardError === null) return { x, y: regret.mean }
  const { low, high } = computeInterval(regret)
  return { x, y: regret.mean, low: Math.max(0, low), high }
}

/** A curve of measured regrets: a point with its interval for each row. */
export function regretSeries<Row>(
  name: string,
  rows: readonly Row[],
  placeRow: (row: Row, index: number) => readonly [x: number, regret: Measurement],
): SeriesSpec {
  const points = rows.map((row, index) => regretPoint(...placeRow(row, index)))
  return { name, points: points.sort((a, b) => a.x - b.x), interval: "bars", markers: "every" }
}

/** A curve of numbers that are computed: a point for each row, and nothing to be unsure of. */
export function computedSeries<Row>(
  name: string,
  rows: readonly Row[],
  placeRow: (row: Row) => readonly [x: number, y: number],
): SeriesSpec {
  const points = rows.map((row) => {
    const [x, y] = placeRow(row)
    return { x, y }
  })
  return { name, points, markers: "every" }
}

/** A measured regret at one α and horizon, beside what is proved for it. */
interface BoundedPoint {
  readonly alpha: number
  readonly horizon: number
  readonly regret: Measurement
  /** With the constants of the proof, and the order alone. */
  readonly bound: number
  readonly order: number
}

/** The measured regret at one α over horizons, and its bound or order. */
export function measuredBeside(
  name: string,
  pickLimit: (point: BoundedPoint) => number,
  points: readonly BoundedPoint[],
  alpha: number,
): SeriesSpec[] {
  const own = points.filter((point) => point.alpha === alpha)
  return [
    regretSeries(`measured, α = ${alpha}`, own, ({ horizon, regret }) => [horizon, regret]),
    computedSeries(`${name}, α = ${alpha}`, own, (point) => [point.horizon, pickLimit(point)]),
  ]
}

/** Regret over time of measurements that kept their curves. */
export function curvesChart(
  title: string,
  caption: string,
  measurements: readonly Measurement[],
  scale: "linear" | "log" = "linear",
): ChartSpec {
  return {
    title,
    caption,
    x: { label: "round", scale: "log", from: 10 },
    y: { ...regretAxis, scale, ...(scale === "linear" ? { from: 0 } : {}) },
    series: measurements.map(({ label, curve }) => ({
      name: label,
      points: (curve?.rounds ?? []).flatMap((x, index) =>
        x < 10 || curve === undefined
          ? []
          : [{ x, y: curve.mean[index], low: curve.low[index], high: curve.high[index] }],
      ),
      interval: "band",
      markers: "some",
    })),
  }
}

/** "20 runs", or "20 to 1,000 runs". */
export function describeRuns(measurements: readonly Measurement[]): string {
  const counts = measurements.map(({ regret }) => regret.runs)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return `${least === most ? "" : `${formatNumber(least)} to `}${formatNumber(most)} ${most === 1 ? "run" : "runs"}`
}

/** The numbers behind a chart: one row for each measurement. */
export function measurementRows(measurements: readonly Measurement[]): string[][] {
  return [
    ["who", "rounds", "runs", "mean regret", "99% interval", "η published", "η tight"],
    ...measurements.map((measurement) => {
      const { label, horizon, regret, eta, published } = measurement
      const { low, high } = computeInterval(regret)
      return [
        label,
        formatNumber(horizon),
        formatNumber(regret.runs),
        formatNumber(regret.mean),
        regret.standardError === null ? "" : `${formatNumber(low)} to ${formatNumber(high)}`,
        formatNumber(published),
        formatNumber(eta),
      ]
    }),
  ]
}

/** The same without losses, with the order and the bound. */
export function boundRows(order: string, points: readonly BoundedPoint[]): string[][] {
  const [heading, ...rows] = measurementRows(points.map(({ regret }) => regret))
  return [
    [...heading.slice(0, 5), order, "bound with constants"],
    ...rows.map((row, index) => [
      ...row.slice(0, 5),
      formatNumber(points[index].order),
      formatNumber(points[index].bound),
    ]),
  ]
}

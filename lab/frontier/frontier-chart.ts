// Regret against eta on one instance, one curve per algorithm: comparisons at equal privacy read vertically.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "../charts/axis-scale.ts"
import type { ChartSpec, SeriesSpec } from "../charts/chart-spec.ts"
import { type FrontierRow, referenceAlgorithm } from "./frontier.ts"

/** Rows of one instance and horizon. At most `most` algorithms are drawn, the best ones. */
export function frontierChart(rows: readonly FrontierRow[], about: string, most = 8): ChartSpec {
  const reference = rows.find(({ algorithm }) => algorithm === referenceAlgorithm)
  const names = [...new Set(rows.filter(({ eta }) => eta !== null).map(({ algorithm }) => algorithm))]
  const series = names
    .map((name) => curveOf(name, rows))
    .sort((a, b) => heightOf(a) - heightOf(b))
    .slice(0, most)
  const etas = rows.flatMap(({ eta }) => (eta === null ? [] : [eta]))
  return {
    title: `Regret after ${shortNumber(rows[0].horizon)} rounds at equal privacy: ${about}`,
    caption: `Mean regret; bars are 95% intervals of the mean. Lower is better, further left is more private.`,
    x: { label: "η", unit: "GDP", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series: reference === undefined ? series : [...series, levelOf(reference, Math.min(...etas), Math.max(...etas))],
  }
}

function curveOf(name: string, rows: readonly FrontierRow[]): SeriesSpec {
  return {
    name: findAlgorithm(name).label,
    points: rows
      .filter((row) => row.algorithm === name && row.eta !== null)
      .map(({ eta, mean, standardError }) => ({
        x: eta ?? 0,
        y: mean,
        low: Math.max(mean - 1.96 * standardError, mean / 2),
        high: mean + 1.96 * standardError,
      }))
      .sort((a, b) => a.x - b.x),
    interval: "bars",
    markers: "every",
  }
}

/** Mean logarithm of the regret, so that curves over different ranges can be put in an order. */
const heightOf = ({ points }: SeriesSpec): number => points.reduce((sum, { y }) => sum + Math.log(y), 0) / points.length

const levelOf = ({ mean }: FrontierRow, from: number, to: number): SeriesSpec => ({
  name: "IMED, not private",
  points: [
    { x: from, y: mean },
    { x: to, y: mean },
  ],
  markers: "none",
  isReference: true,
})

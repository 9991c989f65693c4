// Regret against eta on one instance, one curve per algorithm: comparisons at equal privacy read
// vertically.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/core/text"
import type { ChartSpec, SeriesSpec } from "../charts/chart-spec.ts"
import { describeOvercharged } from "../text/overcharged.ts"
import { type FrontierRow, referenceAlgorithm } from "./frontier.ts"

/** Rows of one instance and horizon. At most `most` algorithms are drawn, the best ones. */
export function frontierChart(rows: readonly FrontierRow[], about: string, most = 8): ChartSpec {
  const reference = rows.find(({ algorithm }) => algorithm === referenceAlgorithm)
  const shown = rows.filter((row) => row.eta !== null && isDrawn(row, rows))
  const names = [...new Set(shown.map(({ algorithm }) => algorithm))]
  const drawn = names
    .map((name) => ({ name, curve: createCurve(name, shown) }))
    .sort((a, b) => computeHeight(a.curve) - computeHeight(b.curve))
    .slice(0, most)
  const looks = assignLooks(drawn.map(({ name }) => name))
  const series = drawn.map(({ curve }, index) => ({ ...curve, look: looks[index] }))
  const etas = rows.flatMap(({ eta }) => (eta === null ? [] : [eta]))
  return {
    title: `Regret after ${shortNumber(rows[0].horizon)} rounds at equal privacy: ${about}`,
    caption: `Mean regret; bars are two standard errors. Lower is better, further left is more private.${describeOvercharged(drawn.map(({ name }) => ({ algorithm: name })))}`,
    x: { label: "η", unit: "GDP", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series:
      reference === undefined ? series : [...series, createLevel(reference, Math.min(...etas), Math.max(...etas))],
  }
}

/** One curve per algorithm: tuned for the horizon, or untuned if there is nothing to tune. */
function isDrawn({ algorithm, contender }: FrontierRow, rows: readonly FrontierRow[]): boolean {
  if (contender === algorithm || contender === `${algorithm}, tuned`) return true
  const isTuned = rows.some((row) => row.contender === `${algorithm}, tuned`)
  return !isTuned && contender === `${algorithm}, published`
}

/** Frequent algorithms look the same in all charts; others take the remaining looks. */
const usual = [
  "gdp-imed",
  "gdp-ts",
  "dp-imed",
  "dp-kl-ucb",
  "adac-ucb",
  "dp-ts-ucb-calibrated",
  "dp-ts-ucb-anytime",
  "lazy-dp-ts",
]

function assignLooks(names: readonly string[]): number[] {
  const free = [...usual.keys()].filter((look) => !names.includes(usual[look]))
  return names.map((name) => (usual.includes(name) ? usual.indexOf(name) : (free.shift() ?? usual.length)))
}

function createCurve(name: string, rows: readonly FrontierRow[]): SeriesSpec {
  return {
    name: findAlgorithm(name).label,
    points: rows
      .filter((row) => row.algorithm === name && row.eta !== null)
      .map(({ eta, mean, standardError }) => ({
        x: eta ?? 0,
        y: mean,
        low: Math.max(mean - 2 * standardError, mean / 2),
        high: mean + 2 * standardError,
      }))
      .sort((a, b) => a.x - b.x),
    interval: "bars",
    markers: "every",
  }
}

/** Mean logarithm of the regret, so that curves over different ranges can be put in an order. */
const computeHeight = ({ points }: SeriesSpec): number =>
  points.reduce((sum, { y }) => sum + Math.log(y), 0) / points.length

const createLevel = ({ mean }: FrontierRow, from: number, to: number): SeriesSpec => ({
  name: "IMED, not private",
  points: [
    { x: from, y: mean },
    { x: to, y: mean },
  ],
  markers: "none",
  isReference: true,
})

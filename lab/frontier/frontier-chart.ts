// Regret against eta on one instance; comparisons at equal privacy read vertically.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/core/text"
import type { ChartSpec, SeriesSpec } from "../charts/chart-spec.ts"
import { describeOvercharged } from "../text/overcharged.ts"
import { type FrontierRow, referenceAlgorithm } from "./frontier.ts"

/** More curves would hide each other. */
const mostCurves = 8

/** Draws the best algorithms on one instance, which `about` describes, and one horizon. */
export function frontierChart(rows: readonly FrontierRow[], about: string): ChartSpec {
  const isTuned = new Set(rows.filter(isTunedRow).map(({ algorithm }) => algorithm))
  const points = rows.filter(hasEta)
  const shown = points.filter((row) => isShown(row, isTuned.has(row.algorithm)))
  const names = [...new Set(shown.map(({ algorithm }) => algorithm))]
  const drawn = names
    .map((algorithm) => ({ algorithm, curve: createCurve(algorithm, shown) }))
    .sort((a, b) => computeHeight(a.curve) - computeHeight(b.curve))
    .slice(0, mostCurves)
  const looks = assignLooks(drawn.map(({ algorithm }) => algorithm))
  const series = drawn.map(({ curve }, index) => ({ ...curve, look: looks[index] }))
  const reference = rows.find(({ algorithm }) => algorithm === referenceAlgorithm)
  return {
    title: `Regret after ${shortNumber(rows[0].horizon)} rounds at equal privacy: ${about}`,
    caption: `Mean regret; bars are two standard errors. Lower is better, further left is more private.${describeOvercharged(drawn)}`,
    x: { label: "η", unit: "GDP", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series: reference === undefined ? series : [...series, createReferenceLine(reference, points)],
  }
}

type PrivateRow = FrontierRow & { readonly eta: number }

const hasEta = (row: FrontierRow): row is PrivateRow => row.eta !== null

const isTunedRow = ({ algorithm, contender }: FrontierRow): boolean => contender === `${algorithm}, tuned`

/** One curve per algorithm: tuned for the horizon, or as published where nothing was tuned. */
function isShown(row: FrontierRow, isTuned: boolean): boolean {
  const { algorithm, contender } = row
  return contender === algorithm || isTunedRow(row) || (!isTuned && contender === `${algorithm}, published`)
}

/** Algorithms with a colour and marker of their own in all charts, in the order of the looks. */
const fixedLooks = [
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
  const free = [...fixedLooks.keys()].filter((look) => !names.includes(fixedLooks[look]))
  return names.map((name) =>
    fixedLooks.includes(name) ? fixedLooks.indexOf(name) : (free.shift() ?? fixedLooks.length),
  )
}

function createCurve(algorithm: string, rows: readonly PrivateRow[]): SeriesSpec {
  return {
    name: findAlgorithm(algorithm).label,
    points: rows
      .filter((row) => row.algorithm === algorithm)
      .map(({ eta, mean, standardError }) => ({
        x: eta,
        y: mean,
        // On a logarithmic axis a bar down to 0 would have no end.
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

function createReferenceLine({ mean }: FrontierRow, rows: readonly PrivateRow[]): SeriesSpec {
  const etas = rows.map(({ eta }) => eta)
  return {
    name: "IMED, not private",
    points: [Math.min(...etas), Math.max(...etas)].map((x) => ({ x, y: mean })),
    markers: "none",
    isReference: true,
  }
}

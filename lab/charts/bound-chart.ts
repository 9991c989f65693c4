// Lower bounds on regret against η: proved ones, the limit, and orders of the literature.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/core/text"
import { publishedOrders } from "../bounds/published-orders.ts"
import { type BoundRequest, type RegretBound, regretBound } from "../bounds/regret-bound.ts"
import type { ChartSpec, SeriesSpec } from "./chart-spec.ts"

const pointsAround = 4

/** A chart of the bounds from η/10 to 10η, and of what was simulated at η. */
export function boundChart(request: BoundRequest, found: RegretBound): ChartSpec {
  const { means, horizon, eta } = request
  const etas = Array.from({ length: 2 * pointsAround + 1 }, (_, k) => eta * 10 ** (k / pointsAround - 1))
  const bounds = etas.map((at) => regretBound({ ...request, eta: at, runs: 0 }))
  const orders = etas.map((at) => publishedOrders({ means, horizon, eta: at }))
  const curve = (name: string, valueAt: (place: number) => number | null | undefined): SeriesSpec => ({
    name,
    points: etas.map((x, place) => ({ x, y: valueAt(place) ?? Number.NaN })),
    markers: "some",
  })
  const names = [...new Set(bounds.flatMap(({ proved }) => proved.map(({ name }) => name)))]
  return {
    title: `Lower bounds on regret after ${shortNumber(horizon)} rounds against privacy`,
    caption:
      "Proved bounds hold for this many rounds, each under its own condition; the limit is for T → ∞. " +
      "The orders of the literature have their constants at 1: they show growth, and regret may be lower.",
    x: { label: "η", unit: "GDP", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    legend: "top",
    series: [
      ...names.map((name) =>
        curve(name, (place) => bounds[place]?.proved.find((one) => one.name === name && one.value > 0)?.value),
      ),
      curve("limit of many rounds", (place) => bounds[place]?.asymptotic),
      ...(orders[0] ?? []).map(({ name }, index) =>
        curve(`order of ${name}`, (place) => orders[place]?.[index]?.value),
      ),
      ...found.methods.map(
        ({ algorithm, regret, standardError }): SeriesSpec => ({
          name: findAlgorithm(algorithm).label,
          points: [{ x: eta, y: regret, ...(standardError === null ? {} : computeInterval(regret, standardError)) }],
          interval: "bars",
          markers: "every",
          line: "none",
        }),
      ),
    ].filter(({ points }) => points.some(({ y }) => y > 0)),
  }
}

/** Two standard errors on either side. */
const computeInterval = (mean: number, error: number) => ({
  low: Math.max(mean - 2 * error, mean / 2),
  high: mean + 2 * error,
})

// The curves of the price card: the loss of each method against η, with its interval.

import type { SimulationResult } from "@armistice/lab"
import type { Frontier } from "../simulation/use-frontier.ts"

export interface PriceCurve {
  readonly algorithm: string
  readonly rank: "lead" | "next" | "other"
  /** At least one, by η. */
  readonly points: readonly PricePoint[]
}

interface PricePoint {
  readonly eta: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** The frontier with the results at the chosen privacy, so that the mark is on its line. */
export function buildCurves(
  algorithms: readonly string[],
  frontier: Pick<Frontier, "results" | "isCurrent">,
  results: readonly SimulationResult[],
  eta: number,
  leader: string | undefined,
): PriceCurve[] {
  const found = algorithms.flatMap((algorithm) => {
    const along = frontier.results
      .filter((result) => result.algorithm === algorithm)
      .map((result) => toPoint(result, result.guarantee.eta ?? eta))
    const here = results.find((result) => result.algorithm === algorithm)
    // The result at the chosen privacy has more runs, so it replaces a point of the frontier there.
    const points =
      here === undefined || !frontier.isCurrent
        ? along
        : [...along.filter((point) => Math.abs(Math.log(point.eta / eta)) > 0.01), toPoint(here, eta)]
    return points.length === 0 ? [] : [{ algorithm, points: points.sort((a, b) => a.eta - b.eta) }]
  })
  const second = found.find(({ algorithm }) => algorithm !== leader)
  return found.map((curve) => ({
    ...curve,
    rank: curve.algorithm === leader ? "lead" : curve === second ? "next" : "other",
  }))
}

function toPoint({ regret: { mean, interval } }: SimulationResult, eta: number): PricePoint {
  return { eta, mean, low: interval?.low ?? mean, high: interval?.high ?? mean }
}

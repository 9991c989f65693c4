// The mean regret of some runs against that of an independent simulation given as mean ± standard
// error.

import type { Algorithm } from "../algorithm.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runRegret } from "./run-algorithm.ts"

export interface RegretFigure {
  readonly mean: number
  readonly standardError: number
}

/** How many standard errors of the difference our mean lies from the figure. */
export function distanceFromFigure(
  algorithm: Algorithm,
  means: readonly number[],
  horizon: number,
  runs: number,
  figure: RegretFigure,
): number {
  const regrets = Array.from({ length: runs }, (_, run) => runRegret(algorithm, means, horizon, seededRandom(run)))
  const mean = regrets.reduce((a, b) => a + b) / runs
  const squaredError = regrets.reduce((total, regret) => total + (regret - mean) ** 2, 0) / (runs * (runs - 1))
  return (mean - figure.mean) / Math.sqrt(squaredError + figure.standardError ** 2)
}

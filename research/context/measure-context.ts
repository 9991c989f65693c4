// Measures one algorithm in one setting. A cell keeps sums, so that it continues where it stopped.

import { type EnvironmentSpec, prepareSimulation } from "@armistice/lab"
import { runChunk } from "@armistice/lab/internal"
import { type ContextSetting, seed } from "./settings.ts"

export const measuredAlgorithms = ["gdp-context", "gdp-imed", "per-group"] as const
export type MeasuredAlgorithm = (typeof measuredAlgorithms)[number]

/** Runs of one algorithm in one setting, as sums over runs 0 to `runs` - 1. */
export interface ContextCell {
  readonly name: string
  readonly eta: number
  readonly algorithm: string
  readonly runs: number
  readonly sum: number
  readonly squares: number
  readonly largest: number
}

/** A simulation whose rows begin with the regret. */
export const prepareRegret = (
  environment: EnvironmentSpec,
  horizon: number,
  algorithm: MeasuredAlgorithm,
  eta: number,
  runs: number,
): ReturnType<typeof prepareSimulation> =>
  prepareSimulation({ algorithm, parameters: { eta }, environment, horizon, runs, seed, checkpoints: [] })

/** Runs of the cell `known` and of those after it, up to `runs` or until `isOver`. */
export function measureCell(
  setting: ContextSetting,
  eta: number,
  algorithm: MeasuredAlgorithm,
  runs: number,
  known: ContextCell | undefined,
  isOver: () => boolean,
): ContextCell {
  const { name, environment, horizon } = setting
  const simulation = prepareRegret(environment, horizon, algorithm, eta, runs)
  let { sum, squares, largest, runs: run } = known ?? { sum: 0, squares: 0, largest: 0, runs: 0 }
  for (; run < runs && !isOver(); run++) {
    // The first number of a row is the regret.
    const [regret = 0] = runChunk(simulation, run, run + 1)
    sum += regret
    squares += regret * regret
    largest = Math.max(largest, regret)
  }
  return { name, eta, algorithm, runs: run, sum: round(sum), squares: round(squares), largest: round(largest) }
}

const round = (value: number): number => Number(value.toPrecision(12))

export const computeCellMean = ({ sum, runs }: ContextCell): number => sum / runs

export function computeCellError(cell: ContextCell): number {
  const { runs, squares } = cell
  if (runs < 2) return Number.POSITIVE_INFINITY
  return Math.sqrt(Math.max(0, squares - runs * computeCellMean(cell) ** 2) / (runs - 1) / runs)
}

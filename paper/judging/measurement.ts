// One simulated point of a figure: the algorithm, its guarantee, and its regret with error.

import type { Parameters } from "@armistice/core"
import { algorithmLabel, type EnvironmentSpec, type SimulationResult, type SimulationSpec } from "@armistice/lab"
import { computeInterval, type Estimate } from "./interval.ts"

export interface Setting {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly runs: number
  /** The name in charts and sentences; made of the algorithm and its parameters if left out. */
  readonly label?: string
  /** Whether regret over time is kept. */
  readonly curve?: boolean
}

export interface Measurement {
  readonly label: string
  readonly algorithm: string
  readonly parameters: Parameters
  readonly horizon: number
  readonly regret: Estimate
  /** The loss as tight as it can be proved, and as its source states it. */
  readonly eta: number
  readonly published: number
  readonly curve?: Curve
}

export interface Curve {
  readonly rounds: readonly number[]
  readonly mean: readonly number[]
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/** Each setting has its own seed: comparisons assume that measurements are independent. */
export function createSpec(setting: Setting, seed: number): SimulationSpec {
  const { algorithm, parameters, environment, horizon, runs } = setting
  const name = JSON.stringify([algorithm, parameters, environment, horizon])
  return { algorithm, parameters, environment, horizon, runs, seed: `${seed} ${name}` }
}

export function createMeasurement(result: SimulationResult, { label, curve }: Setting): Measurement {
  const { algorithm, parameters, horizon, regret, guarantee, finished } = result
  const { eta } = guarantee
  if (eta === null) throw new Error(`an algorithm that the paper compares must promise a loss, got ${algorithm}`)
  return {
    label: label ?? algorithmLabel(algorithm, parameters),
    algorithm,
    parameters,
    horizon,
    regret: { mean: tidy(regret.mean), standardError: tidyOrNull(regret.standardError), runs: finished },
    eta,
    published: guarantee.published ?? eta,
    ...(curve === true ? { curve: createCurve(result) } : {}),
  }
}

function createCurve({ curve, finished }: SimulationResult): Curve {
  const intervals = curve.mean.map((mean, index) => {
    const standardError = curve.standardError?.[index] ?? null
    return standardError === null ? { low: mean, high: mean } : computeInterval({ mean, standardError, runs: finished })
  })
  return {
    rounds: curve.rounds,
    mean: curve.mean.map(tidy),
    low: intervals.map(({ low }) => tidy(Math.max(0, low))),
    high: intervals.map(({ high }) => tidy(high)),
  }
}

/** Seven digits are more than any run count gives, and keep files small. */
const tidy = (value: number): number => Number(value.toPrecision(7))
const tidyOrNull = (value: number | null): number | null => (value === null ? null : tidy(value))

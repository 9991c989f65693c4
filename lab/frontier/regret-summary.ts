// Mean, error and tail of the regrets of many runs.

import { computeMean, computeQuantile, computeStandardError } from "../replication/statistics.ts"

/** Mean, error and tail of the regrets of many runs. */
export interface RegretSummary {
  readonly runs: number
  readonly mean: number
  readonly standardError: number
  readonly median: number
  /** The 99.9 % quantile and the largest. */
  readonly p999: number
  readonly max: number
  /** Share of runs with more than ten times the mean. */
  readonly overTenfold: number
}

/** Summarises the regrets of many runs. */
export function summariseRegrets(regrets: readonly number[]): RegretSummary {
  const sorted = Float64Array.from(regrets).sort()
  const mean = computeMean(regrets)
  return {
    runs: regrets.length,
    mean,
    standardError: computeStandardError(regrets) ?? 0,
    median: computeQuantile(sorted, 0.5),
    p999: computeQuantile(sorted, 0.999),
    max: sorted[sorted.length - 1],
    overTenfold: regrets.filter((regret) => regret > 10 * mean).length / regrets.length,
  }
}

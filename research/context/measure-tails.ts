// The tails of gdp-context and the price of short and long experiments: quantiles of regret over
// runs, beside one GDP-IMED per group and GDP-IMED, which ignores the context.

import { runChunk } from "@armistice/lab/internal"
import { type MeasuredAlgorithm, measuredAlgorithms, prepareRegret } from "./measure-context.ts"
import { type ContextSetting, contextSettings } from "./settings.ts"

interface TailSetting {
  readonly name: string
  readonly eta: number
  readonly horizon: number
  readonly runs: number
}

/** The settings that lose most in single runs, and two in shorter and longer experiments. */
export const tailSettings: readonly TailSetting[] = [
  ...["cross K=5 d=5", "sparse K=3 d=10", "additive K=5 d=5", "attr0 K=4 d=12"].flatMap((name) =>
    [0.25, 1].map((eta) => ({ name, eta, horizon: 1e5, runs: 400 })),
  ),
  ...["none K=5 d=5", "cross K=5 d=5"].flatMap((name) => [
    { name, eta: 1, horizon: 1e4, runs: 400 },
    { name, eta: 1, horizon: 1e6, runs: 60 },
  ]),
]

/** Regret over the runs of one algorithm. */
export interface TailRow extends TailSetting {
  readonly algorithm: string
  readonly mean: number
  readonly error: number
  readonly median: number
  readonly q95: number
  readonly largest: number
  /** The share of runs with more than twice the median. */
  readonly aboveTwice: number
}

export const isTailOf =
  (setting: TailSetting, algorithm: string) =>
  (row: TailRow): boolean =>
    row.name === setting.name &&
    row.eta === setting.eta &&
    row.horizon === setting.horizon &&
    row.algorithm === algorithm

/** Rows that are missing among the known ones, one by one. */
export function* measureTails(known: readonly TailRow[]): Generator<TailRow> {
  for (const setting of tailSettings)
    for (const algorithm of measuredAlgorithms)
      if (!known.some(isTailOf(setting, algorithm))) yield measureTail(setting, algorithm)
}

function measureTail(setting: TailSetting, algorithm: MeasuredAlgorithm): TailRow {
  const { name, eta, horizon, runs } = setting
  const { environment } = contextSettings.find((one) => one.name === name) as ContextSetting
  const simulation = prepareRegret(environment, horizon, algorithm, eta, runs)
  // The first number of a row is the regret.
  const regrets = Array.from({ length: runs }, (_, run) => runChunk(simulation, run, run + 1)[0] ?? Number.NaN)
  regrets.sort((one, other) => one - other)
  const mean = regrets.reduce((sum, regret) => sum + regret, 0) / runs
  const squares = regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0)
  const quantile = (share: number) => regrets[Math.min(runs - 1, Math.floor(share * runs))] as number
  const median = quantile(0.5)
  return {
    ...setting,
    algorithm,
    mean: round(mean),
    error: round(Math.sqrt(squares / (runs - 1) / runs)),
    median: round(median),
    q95: round(quantile(0.95)),
    largest: round(quantile(1)),
    aboveTwice: regrets.filter((regret) => regret > 2 * median).length / runs,
  }
}

const round = (value: number): number => Number(value.toPrecision(6))

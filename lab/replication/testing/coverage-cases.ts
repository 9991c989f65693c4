// How often the 95 % interval of a mean regret holds the mean: cases from light tails to runs of
// which one in a thousand loses all.

import { seededRandom } from "@armistice/core"
import { computeMeanInterval } from "../mean-interval.ts"
import { replicate } from "../replicate.ts"
import type { SimulationSpec } from "../simulation-spec.ts"
import { computeMean, computeQuantile } from "../statistics.ts"

type Case = Pick<SimulationSpec, "algorithm" | "environment" | "horizon" | "parameters">

const bernoulli = (...means: number[]) => ({ kind: "bernoulli", means }) as const
const paper = bernoulli(0.95, 0.75, 0.55, 0.35, 0.15)

export const coverageCases: readonly Case[] = [
  { algorithm: "dp-ts-ucb", parameters: { alpha: 1 }, environment: paper, horizon: 1e5 },
  { algorithm: "dp-imed", parameters: { epsilon: 1 }, environment: paper, horizon: 1e5 },
  { algorithm: "gdp-imed", parameters: { eta: 0.3 }, environment: paper, horizon: 1e5 },
  { algorithm: "adac-ucb", parameters: { eta: 1 }, environment: bernoulli(0.6, 0.5), horizon: 1e4 },
  { algorithm: "imed", parameters: {}, environment: bernoulli(0.9, 0.8), horizon: 1e4 },
  { algorithm: "gdp-ts", parameters: { eta: 1 }, environment: bernoulli(0.6, 0.5), horizon: 1e4 },
  { algorithm: "gdp-imed", parameters: { eta: 1 }, environment: bernoulli(0.6, 0.5), horizon: 1e4 },
  { algorithm: "gdp-imed", parameters: { eta: 0.1 }, environment: bernoulli(0.7, 0.6, 0.5), horizon: 1e5 },
]

const coverageRuns = [8, 20, 100] as const

export interface Coverage {
  readonly words: string
  readonly runs: number
  /** Shares of samples whose interval holds the mean of all runs. */
  readonly interval: number
  /** The coverage of the middle 95 % of means of resampled runs. */
  readonly percentile: number
  /** The share reported as of few runs, and the share that misses the mean without a report. */
  readonly few: number
  readonly silent: number
}

/** Samples from so many runs that their mean is as good as the true one. */
export async function measureCoverage(one: Case, played: number, samples: number): Promise<Coverage[]> {
  const { table } = await replicate({ ...one, runs: played, seed: 7, checkpoints: [one.horizon] })
  const pool = table.column(table.layout.regret)
  const mean = computeMean(pool)
  const means = one.environment.kind === "bernoulli" ? one.environment.means : []
  const worst = one.horizon * (Math.max(...means) - Math.min(...means))
  const words = `${one.algorithm} ${Object.entries(one.parameters ?? {}).map((pair) => pair.join(" "))} means ${means.join(", ")}, ${one.horizon} rounds`
  return coverageRuns.map((runs) => {
    const random = seededRandom(runs)
    const counts = { interval: 0, percentile: 0, few: 0, silent: 0 }
    for (let sample = 0; sample < samples; sample++) {
      const values = Float64Array.from({ length: runs }, () => pool[random.integer(played)])
      const found = computeMeanInterval(values, worst)
      if (found === null) continue
      if (found.low <= mean && mean <= found.high) counts.interval++
      else if (!found.hasFewRuns) counts.silent++
      if (found.hasFewRuns) counts.few++
      const resampled = Float64Array.from({ length: 200 }, () => {
        let sum = 0
        for (let k = 0; k < runs; k++) sum += values[random.integer(runs)]
        return sum / runs
      }).sort()
      if (computeQuantile(resampled, 0.025) <= mean && mean <= computeQuantile(resampled, 0.975)) counts.percentile++
    }
    const share = (count: number) => count / samples
    return {
      words,
      runs,
      interval: share(counts.interval),
      percentile: share(counts.percentile),
      few: share(counts.few),
      silent: share(counts.silent),
    }
  })
}

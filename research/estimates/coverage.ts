// Measures how often intervals cover the true mean at the end of a run, and how wide they are
// beside the naive interval, the noisy mean ± 1.96 standard errors.

import { createAlgorithm, type Parameters, seededRandom } from "@armistice/core"
import {
  isProvedPossible,
  provedInterval,
  readReleasedSums,
  scoreInterval,
  summariseSum,
} from "@armistice/core/estimates"
import { createEnvironment, type EnvironmentSpec, runLeap } from "@armistice/lab"

export interface CoverageSpec {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly runs: number
  /** Runs with complete intervals. The others only test whether the proved one covers the mean. */
  readonly measured: number
  readonly seed: number
}

export type IntervalName = "proved" | "measured" | "naive"

export interface ArmCoverage {
  readonly mean: number
  readonly coverage: Readonly<Record<IntervalName, number>>
  readonly width: Readonly<Record<IntervalName, number>>
}

const confidence = 0.95

export function measureCoverage(spec: CoverageSpec): ArmCoverage[] {
  const algorithm = createAlgorithm(spec.algorithm, spec.parameters)
  const environment = createEnvironment(spec.environment)
  const random = seededRandom(spec.seed)
  const arms = environment.means.map((mean) => ({
    mean,
    hits: { proved: 0, measured: 0, naive: 0 },
    widths: { proved: 0, measured: 0, naive: 0 },
  }))
  for (let run = 0; run < spec.runs; run++) {
    const request = { algorithm, environment, horizon: spec.horizon, checkpoints: [], random: random.fork(run) }
    const { state } = runLeap(request)
    const sums = readReleasedSums(algorithm, state) ?? []
    for (const [arm, { mean, hits, widths }] of arms.entries()) {
      const sum = sums[arm]
      if (isProvedPossible(sum, mean, confidence)) hits.proved += 1
      const [low, high] = scoreInterval(sum, confidence)
      if (low <= mean && mean <= high) hits.measured += 1
      const { mean: x, rewards, noise } = summariseSum(sum)
      const half = 1.96 * Math.sqrt(Math.max(0, x * (1 - x)) / rewards + noise)
      if (Math.abs(x - mean) <= half) hits.naive += 1
      if (run >= spec.measured) continue
      const [surelyLow, surelyHigh] = provedInterval(sum, confidence)
      widths.proved += surelyHigh - surelyLow
      widths.measured += high - low
      widths.naive += Math.min(1, x + half) - Math.max(0, x - half)
    }
  }
  return arms.map(({ mean, hits, widths }) => ({
    mean,
    coverage: scale(hits, spec.runs),
    width: scale(widths, Math.min(spec.runs, spec.measured)),
  }))
}

const scale = (sums: Record<IntervalName, number>, by: number): Record<IntervalName, number> => ({
  proved: sums.proved / by,
  measured: sums.measured / by,
  naive: sums.naive / by,
})

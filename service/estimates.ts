// What is known of each arm's mean from releases alone: a function of noisy sums that were paid for, so asking costs nothing and
// asking again gives the same. Intervals cover the sampling (Hoeffding) and the noise, each with half of what may fail.

import type { AlgorithmState } from "@armistice/core"
import { wholeSegment } from "./experiment.ts"
import type { LiveExperiment } from "./live/live-experiment.ts"
import { ServiceError } from "./service-error.ts"

export interface Estimate {
  readonly segment: string | null
  readonly arm: string
  readonly rewards: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export const intervalLevel = 0.95

/** The fields in which algorithms keep what they have released. */
interface Released extends AlgorithmState {
  noisySum?: number[]
  count?: number[]
  closed?: number[]
  mean?: number[]
  released?: number[][]
}

export function estimates(live: LiveExperiment): Estimate[] {
  const list: Estimate[] = []
  for (const [segment, { state }] of live.states())
    for (const [arm, name] of live.experiment.arms.entries()) {
      const found = releasedSum(live.algorithm.name, state, arm)
      if (found === null)
        throw new ServiceError(
          "no_estimates",
          `${live.algorithm.name} makes no releases to estimate from, got a request for estimates`,
        )
      if (found.count > 0)
        list.push({ segment: segment === wholeSegment ? null : segment, arm: name, ...intervalOf(live, found) })
    }
  return list
}

interface ReleasedSum {
  readonly sum: number
  readonly count: number
  /** Noisy sums added up in it. */
  readonly batches: number
}

/** Algorithms whose noisy sum adds up all closed batches; in the others it is that of the last. */
const addUp: ReadonlySet<string> = new Set(["gdp-imed", "gdp-ts", "dp-imed", "dp-kl-ucb"])

/** The noisy sum in use of an arm; null for algorithms that hold none (draws and exact means are not released). */
function releasedSum(algorithm: string, state: Released, arm: number): ReleasedSum | null {
  const { noisySum, count, closed, mean, released } = state
  if (noisySum !== undefined && count !== undefined && closed !== undefined)
    return { sum: noisySum[arm] ?? 0, count: count[arm] ?? 0, batches: addUp.has(algorithm) ? (closed[arm] ?? 0) : 1 }
  if (mean !== undefined && released !== undefined) {
    const rewards = released[arm]?.at(-1) ?? 0
    return { sum: (mean[arm] ?? 0) * rewards, count: rewards, batches: 1 }
  }
  return null
}

function intervalOf(live: LiveExperiment, { sum, count, batches }: ReleasedSum) {
  const { min, max } = live.experiment.reward
  const tail = (1 - intervalLevel) / 2
  const sampling = Math.sqrt(Math.log(2 / tail) / (2 * count))
  const half = sampling + noiseBound(live, batches, tail) / count
  const unit = (share: number) => min + (max - min) * share
  const mean = sum / count
  return {
    rewards: count,
    mean: unit(mean),
    low: Math.max(min, unit(mean - half)),
    high: Math.min(max, unit(mean + half)),
  }
}

/** A bound on the noise of `batches` sums that fails with probability at most `tail`. */
function noiseBound({ experiment }: LiveExperiment, batches: number, tail: number): number {
  const { eta, epsilon } = experiment.algorithm.parameters
  if (typeof eta === "number") return Math.sqrt(2 * batches * Math.log(2 / tail)) / eta
  // Chernoff for m Laplace variables of scale b, at λ = 1/(2b) or √(log/m)/b: ln E e^(λX) ≤ 4λ²b²/3 while λb ≤ 1/2.
  const scale = typeof epsilon === "number" ? 1 / epsilon : 0
  const log = Math.log(2 / tail)
  if (batches === 1) return scale * log
  const tilt = Math.min(0.5, Math.sqrt((3 * log) / (4 * batches)))
  return scale * (log / tilt + (4 / 3) * batches * tilt)
}

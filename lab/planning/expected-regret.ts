// The expected regret of an algorithm, simulated in a number of runs that the request alone decides: a plan is the same on every machine.

import { type Algorithm, seededRandom } from "@armistice/core"
import { playLeap } from "../engines/leap.ts"
import type { Environment } from "../environments/environment.ts"
import { meanInterval } from "../replication/mean-interval.ts"
import { meanOf, standardErrorOf } from "../replication/statistics.ts"

export interface ExpectedRegret {
  readonly mean: number
  /** Null after a single run, as are the ends of the interval. */
  readonly standardError: number | null
  /** 95 % interval of the mean, and whether it is one of runs like those that were seen only (`MeanInterval`). */
  readonly low: number | null
  readonly high: number | null
  readonly isRough: boolean
  readonly runs: number
  /** The share of decisions that went to the best arm. */
  readonly bestShare: number
}

/** Enough to see who is far behind. */
export const fewRuns = 8

/** A simulation that can be gone on with: who is worth more runs is known only after the first ones. */
export interface RegretMeter {
  /** Plays until there are this many runs. */
  play(runs: number): void
  result(): ExpectedRegret
}

export function regretMeter(
  algorithm: Algorithm,
  environments: readonly Environment[],
  horizon: number,
  seed: number | string,
): RegretMeter {
  const random = seededRandom(seed)
  const regrets: number[] = []
  let bestPulls = 0
  const worst = horizon * Math.max(...environments.map(({ means }) => Math.max(...means) - Math.min(...means)))
  return {
    play(runs) {
      while (regrets.length < runs) {
        const environment = environments[regrets.length % environments.length]
        const stream = random.fork(regrets.length)
        const { regret, pulls } = playLeap({ algorithm, environment, horizon, checkpoints: [], random: stream })
        regrets.push(regret)
        bestPulls += pulls[environment.means.indexOf(Math.max(...environment.means))]
      }
    },

    result() {
      const mean = meanOf(regrets)
      const error = standardErrorOf(regrets)
      const interval = meanInterval(regrets, worst)
      return {
        mean,
        standardError: error,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        isRough: interval?.isRough ?? true,
        runs: regrets.length,
        bestShare: bestPulls / (regrets.length * horizon),
      }
    },
  }
}

export function expectedRegret(
  algorithm: Algorithm,
  environments: readonly Environment[],
  horizon: number,
  seed: number | string,
  runs: number,
): ExpectedRegret {
  const meter = regretMeter(algorithm, environments, horizon, seed)
  meter.play(runs)
  return meter.result()
}

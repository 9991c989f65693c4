// Expected regret, simulated in runs that the request decides: the same on every machine.

import { type Algorithm, seededRandom } from "@armistice/core"
import { runDelayedStep } from "../engines/delayed-step.ts"
import { checkDelivery, computeWorths, type DeliverySpec } from "../engines/delivery.ts"
import { runLeap } from "../engines/leap.ts"
import type { Environment } from "../environments/environment.ts"
import { computeMeanInterval } from "../replication/mean-interval.ts"
import { computeMean, computeStandardError } from "../replication/statistics.ts"

/** The regret to expect of an algorithm, from simulated runs. */
export interface ExpectedRegret {
  readonly mean: number
  /** Null after a single run, as are the ends of the interval. */
  readonly standardError: number | null
  /** 95 % interval of the mean; `MeanInterval` explains when runs are few. */
  readonly low: number | null
  readonly high: number | null
  readonly hasFewRuns: boolean
  readonly runs: number
  /** The share of decisions that went to the best arm. */
  readonly bestShare: number
}

/** Late and missing rewards of a plan. */
export interface PlannedDelivery {
  readonly delivery: DeliverySpec
  /** Counts regret by this delivery's values, to compare several; by its own by default. */
  readonly valuedBy?: DeliverySpec
}

/** Enough runs to see which algorithms are far behind. */
export const fewRuns = 8

/** A simulation that can be continued: the first runs show which algorithms are worth more. */
export interface RegretMeter {
  /** Runs until there are this many runs. */
  run(runs: number): void
  result(): ExpectedRegret
}

export function createRegretMeter(
  algorithm: Algorithm,
  environments: readonly Environment[],
  horizon: number,
  seed: number | string,
  late?: PlannedDelivery,
): RegretMeter {
  const random = seededRandom(seed)
  const regrets: number[] = []
  let bestPulls = 0
  const values = environments.map((environment) => computeArmValues(environment, horizon, late))
  const worst = horizon * Math.max(...values.map((one) => Math.max(...one) - Math.min(...one)))
  return {
    run(runs) {
      while (regrets.length < runs) {
        const place = regrets.length % environments.length
        const environment = environments[place]
        const request = { algorithm, environment, horizon, checkpoints: [], random: random.fork(regrets.length) }
        const { regret, pulls } =
          late === undefined
            ? runLeap(request)
            : runDelayedStep(request, checkDelivery(late.delivery, environment.armCount, horizon))
        const best = Math.max(...values[place])
        regrets.push(
          late?.valuedBy === undefined
            ? regret
            : pulls.reduce((sum, count, arm) => sum + count * (best - values[place][arm]), 0),
        )
        bestPulls += pulls[values[place].indexOf(best)]
      }
    },

    result() {
      const mean = computeMean(regrets)
      const error = computeStandardError(regrets)
      const interval = computeMeanInterval(regrets, worst)
      return {
        mean,
        standardError: error,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        hasFewRuns: interval?.hasFewRuns ?? true,
        runs: regrets.length,
        bestShare: bestPulls / (regrets.length * horizon),
      }
    },
  }
}

export function estimateRegret(
  algorithm: Algorithm,
  environments: readonly Environment[],
  horizon: number,
  seed: number | string,
  runs: number,
  late?: PlannedDelivery,
): ExpectedRegret {
  const meter = createRegretMeter(algorithm, environments, horizon, seed, late)
  meter.run(runs)
  return meter.result()
}

/** The value of a decision of each arm, which regret is measured by. */
export function computeArmValues(
  environment: Environment,
  horizon: number,
  late: PlannedDelivery | undefined,
): readonly number[] {
  if (late === undefined) return environment.means
  return computeWorths(checkDelivery(late.valuedBy ?? late.delivery, environment.armCount, horizon), environment)
}

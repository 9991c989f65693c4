// Measures one setting with late rewards until its mean regret is known well enough.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment, recommendedAlgorithm } from "@armistice/lab"
import {
  checkDelivery,
  computeMean,
  computeStandardError,
  computeWorstMean,
  runDelayedStep,
} from "@armistice/lab/internal"
import type { LateSetting } from "./settings.ts"

export interface LateRow {
  readonly name: string
  readonly runs: number
  /** By the means of the arms unless the setting says otherwise, so that columns compare. */
  readonly regret: number
  readonly standardError: number
  /** The mean regret of the worst 5 % of runs, and an estimate of its error. */
  readonly worst: number
  readonly worstError: number
  /** The same mean by what decisions are worth, silence and the window included. */
  readonly byValue: number
  /** The share of runs in which the best arm got less than half of the decisions. */
  readonly misdirected: number
  readonly bestShare: number
  /** Per run. */
  readonly joined: number
  readonly expired: number
  readonly outstanding: number
}

export interface LateMeasurement {
  readonly seed: number
  readonly leastRuns: number
  readonly mostRuns: number
  /** The relative errors of the mean, and of the mean of the worst 5 % of runs, that are enough. */
  readonly error: number
  readonly worstError: number
  readonly seconds: number
}

const partCount = 10

export function measureLate(setting: LateSetting, { seed, seconds, ...enough }: LateMeasurement): LateRow {
  const { means, horizon, eta, countedBy = means } = setting
  const environment = createEnvironment({ kind: "bernoulli", means: [...means] })
  const algorithm = createAlgorithm(recommendedAlgorithm, { eta, horizon })
  const delivery = checkDelivery(setting.delivery, means.length, horizon)
  const random = seededRandom(seed)
  const best = Math.max(...countedBy)
  const regrets: number[] = []
  const totals = { byValue: 0, misdirected: 0, best: 0, joined: 0, expired: 0, outstanding: 0 }
  const until = performance.now() + 1000 * seconds
  while (!isEnough(regrets, enough) && performance.now() < until) {
    const request = { algorithm, environment, horizon, checkpoints: [], random: random.fork(regrets.length) }
    const { pulls, regret, delivery: counts } = runDelayedStep(request, delivery)
    regrets.push(pulls.reduce((sum, count, arm) => sum + count * (best - countedBy[arm]), 0))
    const bestPulls = pulls.reduce((sum, count, arm) => (countedBy[arm] === best ? sum + count : sum), 0)
    totals.byValue += regret
    totals.misdirected += 2 * bestPulls < horizon ? 1 : 0
    totals.best += bestPulls / horizon
    totals.joined += counts.joined
    totals.expired += counts.expired
    totals.outstanding += counts.outstanding
  }
  const runs = regrets.length
  const all = Float64Array.from(regrets)
  return {
    name: setting.name,
    runs,
    regret: computeMean(all),
    standardError: computeStandardError(all) ?? 0,
    worst: computeWorstMean(all),
    worstError: computeWorstError(all),
    byValue: totals.byValue / runs,
    misdirected: totals.misdirected / runs,
    bestShare: totals.best / runs,
    joined: totals.joined / runs,
    expired: totals.expired / runs,
    outstanding: totals.outstanding / runs,
  }
}

/** The worst twentieths of parts of the runs, which vary as the error says. */
function computeWorstError(regrets: Float64Array): number {
  const parts = Array.from({ length: partCount }, (_, part) =>
    computeWorstMean(regrets.filter((_, run) => run % partCount === part)),
  )
  return computeStandardError(parts) ?? 0
}

function isEnough(
  regrets: readonly number[],
  { leastRuns, mostRuns, error, worstError }: Omit<LateMeasurement, "seed" | "seconds">,
): boolean {
  if (regrets.length >= mostRuns) return true
  if (regrets.length < leastRuns || regrets.length % 500 !== 0) return false
  if ((computeStandardError(regrets) ?? 0) > error * computeMean(regrets)) return false
  const all = Float64Array.from(regrets)
  return computeWorstError(all) <= worstError * computeWorstMean(all)
}

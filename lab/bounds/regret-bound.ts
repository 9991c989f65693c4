// The least regret at a privacy: the asymptotic bound, what is proved for this number of rounds,
// and what algorithms reach in simulation. With few rounds, good algorithms are below the
// asymptotic one.

import { checkPositive, checkWhole } from "../check-parameters.ts"
import { estimateRegret } from "../planning/expected-regret.ts"
import { checkGuess, listEnvironments } from "../planning/guess.ts"
import { withHorizon } from "../planning/plan-limits.ts"
import { quickAlgorithms } from "../planning/strongest-privacy.ts"
import { findPullsForLevel } from "./private-divergence.ts"
import {
  computeLinearRegret,
  givenRegretElsewhere,
  type ProvedBound,
  worstOfFamily,
  worstOfNeighbours,
} from "./proved-bounds.ts"
import { type PublishedOrder, publishedOrders } from "./published-orders.ts"

/** The setting that a lower bound of regret is computed for. */
export interface BoundRequest {
  readonly means: readonly number[]
  readonly horizon: number
  readonly eta: number
  /** The regret that a policy may have on neighbouring instances; √(K T) by default. */
  readonly elsewhere?: number
  /** Runs of each algorithm; 0 for none. */
  readonly runs?: number
  readonly seed?: number | string
}

/** A lower bound of the regret of every algorithm with this privacy. */
export interface RegretBound {
  /** Σ Δ_a n*(η, ln T), null where a mean is 0 or 1, which Corollary A2 does not cover. */
  readonly asymptotic: number | null
  readonly proved: readonly ProvedBound[]
  /** Orders of the literature with their constants at 1: no bounds. */
  readonly orders: readonly PublishedOrder[]
  readonly methods: readonly MeasuredMethod[]
}

export interface MeasuredMethod {
  readonly algorithm: string
  readonly regret: number
  readonly standardError: number | null
}

/** Computes a lower bound of regret at a given privacy. */
export function regretBound(request: BoundRequest): RegretBound {
  const { means, horizon, eta, runs = 200, seed = 1 } = request
  checkGuess({ means })
  checkWhole("horizon", horizon, means.length)
  checkWhole("runs", runs, 0)
  checkPositive("eta", eta)
  const elsewhere = request.elsewhere ?? Math.sqrt(means.length * horizon)
  checkPositive("regret elsewhere", elsewhere)
  const proved = [
    worstOfNeighbours(means, horizon, eta),
    givenRegretElsewhere(means, horizon, eta, elsewhere),
    worstOfFamily(means.length, horizon, eta),
    computeLinearRegret(means.length, horizon, eta),
  ]
  return {
    asymptotic: asymptoticRegret(means, horizon, eta),
    proved: proved.flatMap((bound) => (bound === null ? [] : [bound])),
    orders: publishedOrders(request),
    methods: runs === 0 ? [] : measuredMethods(means, horizon, eta, runs, seed),
  }
}

/** Corollary A2: regret is at least (1 - o(1)) times this for policies that learn everywhere. */
export function asymptoticRegret(means: readonly number[], horizon: number, eta: number): number | null {
  if (means.some((mean) => mean <= 0 || mean >= 1)) return null
  const best = Math.max(...means)
  const level = Math.log(horizon)
  return means.reduce(
    (sum, mean) => (mean < best ? sum + (best - mean) * findPullsForLevel(eta, level, mean, best) : sum),
    0,
  )
}

/** Algorithms that are quick to simulate, at this privacy, the least regret first. */
function measuredMethods(
  means: readonly number[],
  horizon: number,
  eta: number,
  runs: number,
  seed: number | string,
): MeasuredMethod[] {
  const setting = { horizon, armCount: means.length }
  const environments = listEnvironments({ means }, seed)
  const measured = quickAlgorithms.flatMap((entry) => {
    const parameters = entry.calibrate?.(eta, setting)
    if (!parameters) return []
    const algorithm = entry.create(withHorizon(entry, parameters, horizon))
    const { mean, standardError } = estimateRegret(algorithm, environments, horizon, seed, runs)
    return [{ algorithm: entry.name, regret: mean, standardError }]
  })
  return measured.sort((a, b) => a.regret - b.regret)
}

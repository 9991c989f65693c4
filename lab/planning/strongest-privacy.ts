// The smallest eta with expected regret under a bound, by bisection with the same seeds.

import { attackSuccess, catalogue, type Parameters } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import type { SimulatedEntry } from "../custom/simulated-entry.ts"
import type { DeliverySpec } from "../engines/delivery.ts"
import { findSimulationCost } from "../replication/simulation-cost.ts"
import { type ExpectedRegret, estimateRegret } from "./expected-regret.ts"
import { checkGuess, countArms, type Guess, listEnvironments } from "./guess.ts"
import { checkLateHorizon, countPlanRuns, withHorizon } from "./plan-limits.ts"

/** The setting and the limit that the strongest privacy is searched for. */
export interface StrongestRequest {
  readonly horizon: number
  readonly guess: Guess
  /** Expected regret must stay under this. */
  readonly mostRegret: number
  readonly seed: number | string
  /** Rewards that come late or never; at once if left out. */
  readonly delivery?: DeliverySpec
  /** Runs of each algorithm at each eta that is tried; a quarter of a plan's if left out. */
  readonly runs?: number
  /** Custom algorithms to try as well; only calibrated ones have a strongest privacy. */
  readonly custom?: readonly SimulatedEntry[]
  readonly onProgress?: (progress: { readonly share: number; readonly stage: string }) => void
}

/** The strongest privacy whose regret stays within a limit. */
export interface StrongestPrivacy {
  readonly algorithm: string
  readonly label: string
  /** Whether some eta up to the largest is enough. */
  readonly isMet: boolean
  /** The smallest eta that is enough; otherwise the largest that was tried. */
  readonly eta: number
  /** Whether even the smallest eta that is tried is enough. */
  readonly isLeastTried: boolean
  readonly attackSuccess: number
  readonly parameters: Parameters
  readonly regret: ExpectedRegret
}

/** The algorithms that are tried: fast to simulate, and good for any target. */
export const quickAlgorithms = catalogue.filter((entry) => findSimulationCost(entry).quick !== undefined)
const smallestEta = 1e-3
/** Beyond this nothing is protected. */
const largestEta = 30
const steps = 9

/** Each algorithm's strongest privacy, the strongest first, those that miss the bound last. */
export function findStrongestPrivacy(request: StrongestRequest): StrongestPrivacy[] {
  const { horizon, guess, mostRegret, seed } = request
  const { delivery } = request
  const { runs = Math.max(5, Math.round(countPlanRuns(countArms(guess)) / 4)) } = request
  checkGuess(guess)
  checkWhole("horizon", horizon, countArms(guess))
  if (!(mostRegret > 0)) throw invalidParameter(`the regret allowed must be a number above 0, got ${mostRegret}`)
  if (delivery !== undefined) checkLateHorizon(horizon)
  const late = delivery === undefined ? undefined : { delivery }
  const environments = listEnvironments(guess, seed)
  const setting = { horizon, armCount: countArms(guess) }
  const own = (request.custom ?? []).filter(({ calibrate }) => calibrate !== undefined)
  const asked: readonly SimulatedEntry[] = [...quickAlgorithms, ...own]
  const found = asked.flatMap((entry, index) => {
    request.onProgress?.({ share: index / asked.length, stage: entry.label })
    const tried = (eta: number) => {
      const fit = entry.calibrate?.(eta, setting) ?? null
      // A custom algorithm may not reach every eta.
      if (fit === null) return null
      const parameters = withHorizon(entry, fit, horizon)
      const algorithm = entry.create(parameters)
      return { eta, parameters, regret: estimateRegret(algorithm, environments, horizon, seed, runs, late) }
    }
    let best = tried(largestEta)
    if (best === null) return []
    let isLeastTried = false
    const isMet = best.regret.mean <= mostRegret
    if (isMet) {
      const least = tried(smallestEta)
      isLeastTried = least !== null && least.regret.mean <= mostRegret
      if (isLeastTried) best = least ?? best
    }
    if (isMet && !isLeastTried) {
      let [low, high] = [Math.log(smallestEta), Math.log(largestEta)]
      for (let step = 0; step < steps; step++) {
        const eta = Math.exp((low + high) / 2)
        const middle = tried(eta)
        if (middle !== null && middle.regret.mean <= mostRegret) {
          high = Math.log(eta)
          best = middle
        } else low = Math.log(eta)
      }
    }
    return {
      algorithm: entry.name,
      label: entry.label,
      isMet,
      isLeastTried,
      attackSuccess: attackSuccess(best),
      ...best,
    }
  })
  return found.sort(
    (a, b) => Number(b.isMet) - Number(a.isMet) || (a.isMet ? a.eta - b.eta : 0) || a.regret.mean - b.regret.mean,
  )
}

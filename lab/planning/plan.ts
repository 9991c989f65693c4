// A plan for an experiment: the algorithms that can meet a privacy target with their expected
// regret, the recommended one, what a wrong guess would cost, and how long it lasts.

import { type ArmisticeError, attackSuccess, catalogue, computeEpsilon, type Parameters } from "@armistice/core"
import { checkWhole, invalidParameter } from "../check-parameters.ts"
import type { SimulatedEntry } from "../custom/simulated-entry.ts"
import type { DeliverySpec } from "../engines/delivery.ts"
import type { Environment } from "../environments/environment.ts"
import { fitToPrivacy, type PrivacySetting, type UnavailableAlgorithm } from "../replication/equal-privacy.ts"
import { findSimulationCost } from "../replication/simulation-cost.ts"
import { type DeliveryCost, estimateDeliveryCost } from "./delivery-cost.ts"
import {
  computeArmValues,
  createRegretMeter,
  type ExpectedRegret,
  estimateRegret,
  fewRuns,
  type PlannedDelivery,
  type RegretMeter,
} from "./expected-regret.ts"
import { checkGuess, countArms, type Guess, listEnvironments, wrongGuesses } from "./guess.ts"
import { intervalWidth, widthWarning } from "./interval-width.ts"
import { atOnce, listDeliveries } from "./list-deliveries.ts"
import {
  checkLateHorizon,
  countLateRuns,
  countPlanRuns,
  longestCustom,
  longestLate,
  manyArms,
  withHorizon,
} from "./plan-limits.ts"
import { type PrivacyTarget, resolveTargetEta } from "./privacy-target.ts"
import { chooseRecommended, recommendedAlgorithm } from "./recommended.ts"

export interface PlanRequest {
  readonly horizon: number
  readonly guess: Guess
  readonly privacy: PrivacyTarget
  readonly seed: number | string
  /** Decisions per day. */
  readonly traffic?: number
  /** Rewards that come late or never; at once if left out. */
  readonly delivery?: DeliverySpec
  /** Bounds of rewards (0 and 1 by default), and the least difference that matters. */
  readonly bounds?: { readonly min: number; readonly max: number }
  readonly worthwhile?: number
  /** The share of decisions dealt evenly, for the width of intervals; 0 if left out. */
  readonly evenShare?: number
  /** Runs of the recommended algorithm and close rivals; 60 by default, fewer with many arms. */
  readonly runs?: number
  /** Custom algorithms to plan with beside the catalogue. */
  readonly custom?: readonly SimulatedEntry[]
  readonly onProgress?: (progress: { readonly share: number; readonly stage: string }) => void
}

/** An algorithm of a plan, with the parameters that meet the privacy target. */
export interface PlannedAlgorithm {
  readonly algorithm: string
  readonly label: string
  readonly parameters: Parameters
  /** The loss it promises: at most the target. */
  readonly eta: number
  /** Null where a run would take longer than there is time. */
  readonly regret: ExpectedRegret | null
}

/** A plan for an experiment. */
export interface Plan {
  readonly horizon: number
  readonly armCount: number
  readonly eta: number
  readonly epsilonAt1e6: number
  readonly attackSuccess: number
  /** In the order of regret. */
  readonly algorithms: readonly PlannedAlgorithm[]
  /** Algorithms that cannot be that private here, with their smallest loss (null: no promise). */
  readonly unable: readonly UnavailableAlgorithm[]
  /** The usual recommendation, unless another has a tenth less regret here beyond doubt. */
  readonly recommended: PlannedAlgorithm
  /** Pulling arms at random, for comparison. */
  readonly uniformRegret: number
  readonly ifWrong: readonly { readonly about: string; readonly regret: ExpectedRegret }[]
  /** The cost of late and missing rewards; null where they come at once. */
  readonly delivery: PlannedDeliveryCost | null
  readonly days: number | null
  /** The expected precision of the best two arms' difference; null if it would take too long. */
  readonly intervals: PlannedIntervals | null
}

/** In the units of the bounds. */
export interface PlannedIntervals {
  /** The difference is known to within this much, 95 times in 100. */
  readonly within: number
  readonly evenShare: number
  /** Where that swamps the difference that matters; else null. */
  readonly warning: string | null
}

/** The cost of late and missing rewards to the planned algorithm. */
export interface PlannedDeliveryCost extends DeliveryCost {
  readonly spec: DeliverySpec
  /** The regret of the recommended algorithm as planned, and with other deliveries. */
  readonly alternatives: readonly { readonly about: string; readonly regret: ExpectedRegret }[]
}

/**
 * Plans an experiment: which algorithm to take at a privacy target, the regret to expect, and what
 * a wrong guess costs.
 *
 * @example
 * ```ts
 * const guess = { means: [0.6, 0.5] }
 * const plan = planExperiment({ horizon: 10_000, guess, privacy: { eta: 1 }, seed: 1 })
 * console.log(plan.recommended.algorithm, plan.recommended.regret?.mean)
 * ```
 */
export function planExperiment(request: PlanRequest): Plan {
  const { horizon, guess, seed, traffic, delivery } = request
  checkGuess(guess)
  checkWhole("horizon", horizon, countArms(guess))
  if (traffic !== undefined && !(traffic > 0))
    throw invalidParameter(`traffic must be a number of decisions a day above 0, got ${traffic}`)
  const armCount = countArms(guess)
  if (delivery !== undefined) checkLateHorizon(horizon)
  const runs = request.runs ?? Math.min(countPlanRuns(armCount), delivery === undefined ? 60 : countLateRuns(horizon))
  checkWhole("runs", runs, 2)
  const eta = resolveTargetEta(request.privacy)
  const environments = listEnvironments(guess, seed)
  const setting = { horizon, armCount }
  const late = delivery === undefined ? undefined : { delivery }
  const values = environments.map((environment) => computeArmValues(environment, horizon, late))
  const uniform = uniformRegret(values, horizon)
  const cost =
    delivery === undefined ? null : estimateDeliveryCost({ ...setting, evenLoss: uniform / horizon, delivery })
  const { able, unable } = fitAlgorithms(request, eta, setting)
  if (able[0]?.entry.name !== recommendedAlgorithm) throw unreachable(eta, horizon, unable)
  const candidates = able.map(({ entry, parameters }): Candidate => {
    const algorithm = entry.create(parameters)
    const meter = isTooSlow(entry, request, armCount)
      ? null
      : createRegretMeter(algorithm, environments, horizon, seed, late)
    return { entry, parameters, eta: algorithm.guarantee(armCount).eta ?? 0, meter }
  })
  runCandidates(candidates, runs, (share, stage) => request.onProgress?.({ share: 0.8 * share, stage }))
  const planned = candidates.map(
    ({ entry, parameters, eta: promised, meter }): PlannedAlgorithm => ({
      algorithm: entry.name,
      label: entry.label,
      parameters,
      eta: promised,
      regret: meter?.result() ?? null,
    }),
  )
  const recommended = chooseRecommended(planned)
  const { entry: taken } = candidates.find(({ entry }) => entry.name === recommended.algorithm) as Candidate
  const estimate = (among: readonly Environment[], count: number, delivered: PlannedDelivery | undefined) =>
    estimateRegret(taken.create(recommended.parameters), among, horizon, seed, count, delivered)
  const wrong = wrongGuesses(guess)
  const ifWrong = wrong.map(({ about, guess: other }, index) => {
    request.onProgress?.({ share: 0.8 + (0.2 * index) / wrong.length, stage: about })
    return { about, regret: estimate(listEnvironments(other, seed), Math.max(2, Math.ceil(runs / 3)), late) }
  })
  const alternatives = listDeliveries(delivery, cost).map(({ about, delivery: other }) => {
    request.onProgress?.({ share: 0.95, stage: about })
    const valuedBy = { ...delivery, window: horizon, delay: atOnce }
    return { about, regret: estimate(environments, runs, { delivery: other, valuedBy }) }
  })
  return {
    horizon,
    armCount,
    eta,
    epsilonAt1e6: computeEpsilon(eta, 1e-6),
    attackSuccess: attackSuccess({ eta }),
    algorithms: [...planned].sort((a, b) => sortKey(a) - sortKey(b)),
    unable,
    recommended,
    uniformRegret: uniform,
    ifWrong,
    delivery: delivery === undefined || cost === null ? null : { ...cost, spec: delivery, alternatives },
    days: traffic === undefined ? null : horizon / traffic,
    intervals:
      armCount > manyArms ? null : plannedIntervals(request, environments[0].means, Number(able[0].parameters.eta)),
  }
}

/** The intervals of the recommended algorithm. */
function plannedIntervals(request: PlanRequest, means: readonly number[], eta: number): PlannedIntervals {
  const { horizon, bounds = { min: 0, max: 1 }, worthwhile = 0, evenShare = 0, seed } = request
  if (!(bounds.min < bounds.max)) throw invalidParameter(`bounds must rise, got ${bounds.min} and ${bounds.max}`)
  if (!(evenShare >= 0 && evenShare <= 1)) throw invalidParameter(`evenShare must be between 0 and 1, got ${evenShare}`)
  const width = intervalWidth({ horizon, means, eta, evenShare, seed })
  return {
    within: width.halfWidth * (bounds.max - bounds.min),
    evenShare,
    warning: widthWarning(width, bounds, worthwhile),
  }
}

interface Candidate extends FittedAlgorithm {
  readonly eta: number
  /** Null where a run would take longer than there is time. */
  readonly meter: RegretMeter | null
}

interface FittedAlgorithm {
  readonly entry: SimulatedEntry
  readonly parameters: Parameters
}

/** Algorithms that can be that private, the recommended one first, and those that cannot. */
function fitAlgorithms(
  { custom: own = [], horizon }: PlanRequest,
  eta: number,
  setting: PrivacySetting,
): { readonly able: readonly FittedAlgorithm[]; readonly unable: Plan["unable"] } {
  const unable: Plan["unable"][number][] = []
  const able: FittedAlgorithm[] = []
  for (const entry of [...catalogue.filter(({ calibrate }) => calibrate !== undefined), ...own]) {
    const fit = fitToPrivacy(entry, eta, setting)
    if (fit.parameters === null) unable.push({ algorithm: entry.name, why: fit.why, nearest: fit.nearest })
    else able.push({ entry, parameters: withHorizon(entry, fit.parameters, horizon) })
  }
  able.sort((a, b) => Number(b.entry.name === recommendedAlgorithm) - Number(a.entry.name === recommendedAlgorithm))
  return { able, unable }
}

function isTooSlow(
  entry: SimulatedEntry,
  { custom: own = [], horizon, delivery }: PlanRequest,
  armCount: number,
): boolean {
  const cost = findSimulationCost(entry)
  const longest = cost.longest?.plan ?? (own.includes(entry) ? longestCustom : Number.POSITIVE_INFINITY)
  return (
    horizon > longest ||
    (delivery !== undefined && horizon > longestLate.others && entry.name !== recommendedAlgorithm) ||
    (armCount > manyArms && cost.quick !== "many arms")
  )
}

/** The usual recommendation first; a few runs of all others; more of those that are near it. */
function runCandidates(
  [first, ...others]: readonly Candidate[],
  runs: number,
  onProgress: (share: number, stage: string) => void,
): void {
  onProgress(0, first.entry.label)
  first.meter?.run(runs)
  const best = first.meter?.result().mean ?? Number.POSITIVE_INFINITY
  for (const [index, { entry, meter }] of others.entries()) {
    onProgress((index + 1) / (others.length + 1), entry.label)
    meter?.run(Math.min(runs, fewRuns))
    if (findSimulationCost(entry).longest === undefined && (meter?.result().mean ?? best) < isNear * best)
      meter?.run(runs)
  }
}

/** Up to this many times the regret of the usual recommendation, more runs may change the order. */
const isNear = 1.6

const sortKey = ({ regret }: PlannedAlgorithm): number => regret?.mean ?? Number.POSITIVE_INFINITY

/** `values` of each environment's arms. */
function uniformRegret(values: readonly (readonly number[])[], horizon: number): number {
  const gaps = values.map((one) => {
    const best = Math.max(...one)
    return one.reduce((sum, value) => sum + best - value, 0) / one.length
  })
  return (horizon * gaps.reduce((a, b) => a + b, 0)) / gaps.length
}

function unreachable(eta: number, horizon: number, unable: Plan["unable"]): ArmisticeError {
  const nearest = Math.min(...unable.flatMap((one) => (one.nearest === null ? [] : [one.nearest])))
  return invalidParameter(
    `no algorithm can be ${eta}-GDP over ${horizon} rounds; the nearest that can be met is eta ${nearest}`,
  )
}

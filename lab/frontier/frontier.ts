// Regret against privacy for every algorithm at equal eta. The recommended algorithm gets all runs;
// another stops once its mean is known or it is plainly worse. Stopping depends on results only, so
// the same seed gives the same table.

import { createAlgorithm, type Parameters, seededRandom } from "@armistice/core"
import { runDelayedStep } from "../engines/delayed-step.ts"
import { checkDelivery, type DeliverySpec } from "../engines/delivery.ts"
import { runLeap } from "../engines/leap.ts"
import { hasContext } from "../environments/context-environment.ts"
import type { Environment } from "../environments/environment.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { prepareSimulation } from "../replication/prepare.ts"
import { peopleStream } from "../replication/run-chunk.ts"
import { findSimulationCost } from "../replication/simulation-cost.ts"
import { type Contender, listContenders, recommendedNames } from "./contenders.ts"
import { contextReference, listContextContenders } from "./context-contenders.ts"
import type { FrontierInstance } from "./instances.ts"
import { type RegretSummary, summariseRegrets } from "./regret-summary.ts"

/** The instances, privacy levels, horizons and runs to measure. */
export interface FrontierSpec {
  readonly instances: readonly FrontierInstance[]
  readonly etas: readonly number[]
  readonly horizons: readonly number[]
  /** Names in the catalogue; all that can be calibrated if left out. */
  readonly algorithms?: readonly string[]
  /** Runs of the recommended algorithm. */
  readonly runs: number
  /** The most runs of any other. */
  readonly otherRuns: number
  readonly seed: number | string
  /** Rewards that come late or never; at once if left out. */
  readonly delivery?: DeliverySpec
  /** Rows of the same table from before it was interrupted: they are not measured again. */
  readonly known?: readonly FrontierRow[]
}

/** The regret of one contender at one privacy, on one instance and horizon. */
export interface FrontierRow extends RegretSummary {
  readonly instance: string
  readonly horizon: number
  /** Null for the reference, which is not private. */
  readonly eta: number | null
  readonly algorithm: string
  /** The algorithm and its settings: as published, tuned, or tuned without the horizon. */
  readonly contender: string
  readonly parameters: Parameters
}

/** Non-private IMED: what regret costs without any privacy. */
export const referenceAlgorithm = "imed"

/** The relative standard error of a well-known mean; half of it where it decides who is best. */
const wellKnown = 0.025
/** Up to this many times the recommended one's regret it decides. */
const isNear = 1.15
/** This many times the recommended one's regret, beyond doubt, is plainly worse. */
const plainlyWorse = 1.25
/** No mean is shown of fewer. */
export const leastRuns = 30
/** A contender with this many times the recommended regret in all first runs gets no row. */
export const earlyStop = { runs: 3, times: 5 }
/** The recommended algorithm gets up to this many times the runs, until its mean is known. */
const moreRuns = 10

/** Yields one row at a time, so that the caller can show progress or stop. */
export function* measureFrontier(spec: FrontierSpec): Generator<FrontierRow> {
  for (const instance of spec.instances)
    for (const horizon of spec.horizons)
      if (horizon <= (instance.longest ?? Number.POSITIVE_INFINITY)) yield* measureInstance(spec, instance, horizon)
}

/** The rows of one instance and horizon: the reference, then the contenders at each eta. */
function* measureInstance(spec: FrontierSpec, instance: FrontierInstance, horizon: number): Generator<FrontierRow> {
  const environment = createEnvironment(instance.environment)
  const isContextual = hasContext(environment)
  const prepare = isContextual ? prepareContextRun(instance, horizon, spec) : prepareRun(environment, horizon, spec)
  const measure = (contender: PlayedContender, eta: number | null, enough: Enough, best = Number.POSITIVE_INFINITY) => {
    const place = { instance: instance.name, horizon, eta }
    return findKnownRow(spec, place, contender.name) ?? measureRow(contender, place, prepare(contender), enough, best)
  }
  // IMED looks at every arm in nearly every round: seconds a run at a billion rounds.
  const referenceRuns = Math.min(spec.otherRuns, horizon > 1e8 ? 30 : Number.POSITIVE_INFINITY)
  const reference = isContextual ? contextReference : referenceAlgorithm
  const row = measure(
    { name: reference, algorithm: reference, parameters: {} },
    null,
    knownWell(referenceRuns, Number.POSITIVE_INFINITY),
  )
  if (row !== null) yield row
  for (const eta of spec.etas) {
    let best = Number.POSITIVE_INFINITY
    const setting = { horizon, armCount: environment.armCount }
    const taking = isContextual ? listContextContenders(eta, horizon) : listContenders(eta, setting)
    for (const contender of taking.filter((one) => isIncluded(spec, one.algorithm, horizon))) {
      const isRecommended = contender.name === recommendedNames.withHorizon
      const enough = isRecommended ? recommendedKnown(spec.runs) : knownWell(spec.otherRuns, best)
      const row = measure(contender, eta, enough, best)
      if (row === null) continue
      if (isRecommended) best = row.mean
      yield row
    }
  }
}

type PlayedContender = Pick<Contender, "name" | "algorithm" | "parameters">

type Place = Pick<FrontierRow, "instance" | "horizon" | "eta">

const findKnownRow = ({ known }: FrontierSpec, { instance, horizon, eta }: Place, contender: string) =>
  known?.find(
    (row) => row.instance === instance && row.horizon === horizon && row.eta === eta && row.contender === contender,
  )

/** Null for a contender that is far behind `best` after its first runs. */
function measureRow(
  { name: contender, algorithm, parameters }: PlayedContender,
  place: Place,
  runOnce: RunOnce,
  enough: Enough,
  best: number,
): FrontierRow | null {
  const regrets: number[] = []
  while (!enough(regrets)) {
    if (regrets.length === earlyStop.runs && Math.min(...regrets) > earlyStop.times * best) return null
    regrets.push(runOnce(regrets.length))
  }
  return { ...place, algorithm, contender, parameters, ...summariseRegrets(regrets) }
}

type Enough = (regrets: readonly number[]) => boolean

/** Whether this algorithm takes part, and there is time for so many rounds. */
const isIncluded = ({ algorithms }: FrontierSpec, algorithm: string, horizon: number): boolean =>
  (algorithms === undefined || algorithms.includes(algorithm)) &&
  horizon <= (findSimulationCost({ name: algorithm }).longest?.table ?? Number.POSITIVE_INFINITY)

/** The regret of a run by its number. */
type RunOnce = (run: number) => number

type PrepareRun = (contender: PlayedContender) => RunOnce

function prepareRun(environment: Environment, horizon: number, { seed, delivery }: FrontierSpec): PrepareRun {
  const late = delivery && checkDelivery(delivery, environment.armCount, horizon)
  return ({ algorithm: name, parameters }) => {
    const algorithm = createAlgorithm(name, parameters)
    const random = seededRandom(seed)
    return (run) => {
      const request = { algorithm, environment, horizon, checkpoints: [], random: random.fork(run) }
      return (late === undefined ? runLeap(request) : runDelayedStep(request, late)).regret
    }
  }
}

const prepareContextRun =
  ({ environment }: FrontierInstance, horizon: number, { seed, delivery }: FrontierSpec): PrepareRun =>
  ({ algorithm: name, parameters }) => {
    const late = delivery === undefined ? {} : { delivery }
    const chosen = { algorithm: name, parameters, ...late }
    const simulation = prepareSimulation({ ...chosen, environment, horizon, runs: 1, seed, checkpoints: [] })
    return (run) => {
      const random = simulation.forkRun(run)
      const { algorithm, environment: people } = simulation.forRun(random.fork(peopleStream))
      return simulation.run({ algorithm, environment: people, horizon, checkpoints: [], random }).regret
    }
  }

/** Rare runs weigh heavily, so that a fixed number may not be enough. */
function recommendedKnown(runs: number): Enough {
  return (regrets) => {
    if (regrets.length < runs) return false
    if (regrets.length >= moreRuns * runs) return true
    if (regrets.length % runs !== 0) return false
    const { mean, standardError } = summariseRegrets(regrets)
    return standardError < (wellKnown / 2) * mean
  }
}

function knownWell(mostRuns: number, best: number): Enough {
  return (regrets) => {
    if (regrets.length < leastRuns) return false
    if (regrets.length >= mostRuns) return true
    // Checked now and then: the sum over all runs so far is not free.
    if (regrets.length % 6 !== 0) return false
    const { mean, standardError } = summariseRegrets(regrets)
    const enough = mean < isNear * best && best < Number.POSITIVE_INFINITY ? wellKnown / 2 : wellKnown
    return standardError < enough * mean || mean - 3 * standardError > plainlyWorse * best
  }
}

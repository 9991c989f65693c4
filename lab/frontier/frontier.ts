// Regret against privacy for every algorithm at equal eta, on several instances. Runs are spent where they tell something: the
// recommended algorithm gets all of them (its tails are of interest), another stops once its mean is known well enough or it is
// plainly worse. Stopping looks at results only, so the same seed gives the same table on any machine.

import { type AlgorithmEntry, catalogue, createAlgorithm, type Parameters, seededRandom } from "@armistice/core"
import { playLeap } from "../engines/leap.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { recommendedAlgorithm } from "../planning/recommended.ts"
import type { FrontierInstance } from "./instances.ts"
import { type RegretSummary, summariseRegrets } from "./regret-summary.ts"

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
  /** Rows of the same table from before it was interrupted: they are not measured again. */
  readonly known?: readonly FrontierRow[]
}

export interface FrontierRow extends RegretSummary {
  readonly instance: string
  readonly horizon: number
  /** Null for the reference, which is not private. */
  readonly eta: number | null
  readonly algorithm: string
  readonly parameters: Parameters
}

/** Non-private IMED: what regret costs without any privacy. */
export const referenceAlgorithm = "imed"

/** Algorithms that cannot leap beyond: a row would take an hour (what it would cost is in frontier-markdown.ts). */
const tooSlow: Readonly<Record<string, number>> = { "dp-ucb": 1e6, "m-ts-gaussian": 1e8 }
/** Relative standard error at which a mean is known well enough; where it decides who is best, half of it. */
const wellKnown = 0.025
/** Up to this many times the recommended one's regret it decides. */
const isNear = 1.15
/** This many times the recommended one's regret, beyond doubt, is plainly worse. */
const plainlyWorse = 1.25
const leastRuns = 6
/** If each of this many runs has that many times the recommended one's regret, nobody needs to know how many times exactly. */
const hopeless = { runs: 3, times: 5 }
/** Runs of the recommended one are up to this many times those asked for, until its mean is known. */
const moreRuns = 10

/** One row at a time, so that who asks can show progress or stop. */
export function* frontier(spec: FrontierSpec): Generator<FrontierRow> {
  for (const instance of spec.instances) {
    const { name, longest = Number.POSITIVE_INFINITY } = instance
    const environment = createEnvironment(instance.environment)
    for (const horizon of spec.horizons) {
      if (horizon > longest) continue
      const cell = (algorithm: string, eta: number | null, parameters: Parameters, enough: Enough): FrontierRow => {
        const known = spec.known?.find(
          (row) => row.instance === name && row.horizon === horizon && row.eta === eta && row.algorithm === algorithm,
        )
        if (known !== undefined) return known
        const instanceOf = createAlgorithm(algorithm, parameters)
        const random = seededRandom(spec.seed)
        const regrets: number[] = []
        while (!enough(regrets)) {
          const stream = random.fork(regrets.length)
          const request = { algorithm: instanceOf, environment, horizon, checkpoints: [], random: stream }
          regrets.push(playLeap(request).regret)
        }
        return { instance: name, horizon, eta, algorithm, parameters, ...summariseRegrets(regrets) }
      }
      // IMED must look at every arm in nearly every round it leaps over: seconds a run at a billion rounds.
      const referenceRuns = Math.min(spec.otherRuns, horizon > 1e8 ? 30 : Number.POSITIVE_INFINITY)
      yield cell(referenceAlgorithm, null, {}, knownWell(referenceRuns, Number.POSITIVE_INFINITY))
      for (const eta of spec.etas) {
        const setting = { horizon, armCount: environment.armCount }
        let best = Number.POSITIVE_INFINITY
        for (const entry of contenders(spec, horizon)) {
          const parameters = parametersFor(entry, eta, setting)
          if (parameters === null) continue
          const isRecommended = entry.name === recommendedAlgorithm
          const enough = isRecommended ? recommendedKnown(spec.runs) : knownWell(spec.otherRuns, best)
          const row = cell(entry.name, eta, parameters, enough)
          if (isRecommended) best = row.mean
          yield row
        }
      }
    }
  }
}

type Enough = (regrets: readonly number[]) => boolean

/** Parameters of an algorithm that is eta-GDP here, or null. */
function parametersFor(
  entry: AlgorithmEntry,
  eta: number,
  setting: { readonly horizon: number; readonly armCount: number },
): Parameters | null {
  const parameters = entry.calibrate?.(eta, setting) ?? null
  if (parameters === null || !("horizon" in entry.parameters)) return parameters
  return { ...parameters, horizon: setting.horizon }
}

/** The recommended algorithm first: the others are measured against it. */
function contenders({ algorithms }: FrontierSpec, horizon: number): AlgorithmEntry[] {
  const listed = catalogue.filter(
    ({ name, calibrate }) =>
      calibrate !== undefined &&
      (algorithms === undefined || algorithms.includes(name)) &&
      horizon <= (tooSlow[name] ?? Number.POSITIVE_INFINITY),
  )
  return listed.sort((a, b) => Number(b.name === recommendedAlgorithm) - Number(a.name === recommendedAlgorithm))
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
    if (regrets.length === hopeless.runs && Math.min(...regrets) > hopeless.times * best) return true
    if (regrets.length < leastRuns) return false
    if (regrets.length >= mostRuns) return true
    // Checked now and then: the sum over all runs so far is not free.
    if (regrets.length % leastRuns !== 0) return false
    const { mean, standardError } = summariseRegrets(regrets)
    const enough = mean < isNear * best && best < Number.POSITIVE_INFINITY ? wellKnown / 2 : wellKnown
    return standardError < enough * mean || mean - 3 * standardError > plainlyWorse * best
  }
}

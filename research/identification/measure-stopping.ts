// The service's stopping rule as an identification: GDP-IMED, all or half or none of whose
// decisions are dealt evenly, looked at after every release until a lead is clear.

import { chooseWithEvenShare, computeVerdict, createAlgorithm, type SeededRandom, seededRandom } from "@armistice/core"
import { createEnvironment, identificationBound, identificationEntries } from "@armistice/lab"
import { type IdentificationRun, runIdentifier, summariseRegrets } from "@armistice/lab/internal"
import { allowedError, mostPulls, type StoppingSetting } from "./stopping-settings.ts"

export interface StoppingRow {
  readonly setting: string
  readonly eta: number
  readonly rule: string
  readonly runs: number
  /** Wrong answers, and runs that were given up. */
  readonly errors: number
  readonly unfinished: number
  readonly mean: number
  readonly standardError: number
  readonly median: number
  /** Reward that was lost until the stop, on average; null for the lower bound. */
  readonly lost: number | null
  readonly lostError: number
}

const evenShares = [0, 0.5, 1]
const serviceRule = (evenShare: number): string => `service, ${100 * evenShare} % dealt evenly`

/** The lower bound of every rule. */
export const boundRule = "lower bound"

/** Runs of the service's rule, which looks after every release, and of the quick algorithms. */
export interface StoppingRuns {
  readonly service: number
  readonly identified: number
}

/**
 * The rows of one setting: the service's rule, the identification algorithms, and the lower bound.
 * Rows of `known` that have as many runs are kept.
 */
export function measureStopping(
  setting: StoppingSetting,
  runs: StoppingRuns,
  seed: number,
  known: readonly StoppingRow[] = [],
): StoppingRow[] {
  const { means, eta, name } = setting
  const about = { setting: name, eta }
  const random = seededRandom(seed)
  const measure = (rule: string, count: number, runOnce: (stream: SeededRandom) => StoppedRun): StoppingRow => {
    const before = known.find((row) => row.setting === name && row.eta === eta && row.rule === rule)
    if (before?.runs === count) return before
    const stopped = Array.from({ length: count }, (_, run) => runOnce(random.fork(run)))
    return { ...about, rule, ...summarise(stopped, means) }
  }
  const service = evenShares.map((evenShare) =>
    measure(serviceRule(evenShare), runs.service, (stream) => runUntilClear(setting, evenShare, stream)),
  )
  const environment = createEnvironment({ kind: "bernoulli", means })
  const identified = identificationEntries.flatMap(({ label, create }) => {
    const algorithm = create({ eta }, allowedError)
    if (algorithm === null) return []
    const runOnce = (stream: SeededRandom): StoppedRun => runIdentifier(algorithm, environment, mostPulls, stream)
    return [measure(label, runs.identified, runOnce)]
  })
  const needed = identificationBound({ means, error: allowedError, privacy: { eta } }).largest
  const none = { runs: 0, errors: 0, unfinished: 0, standardError: 0, lost: null, lostError: 0 }
  return [...service, ...identified, { ...about, rule: boundRule, mean: needed, median: needed, ...none }]
}

type StoppedRun = Pick<IdentificationRun, "answer" | "decided">

/** People may look after every release, as the service does. */
function runUntilClear({ means, eta }: StoppingSetting, evenShare: number, random: SeededRandom): StoppedRun {
  const algorithm = createAlgorithm("gdp-imed", { eta, horizon: mostPulls })
  const state = algorithm.start(means.length)
  const { closed } = state as unknown as { closed: number[] }
  const options = { reward: { min: 0, max: 1 }, worthwhile: 0, confidence: 1 - allowedError }
  while (state.round < mostPulls) {
    const arm = chooseWithEvenShare(algorithm, state, random, evenShare)
    const before = closed[arm]
    algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random, state.decided[arm] - 1)
    if (closed[arm] === before) continue
    const verdict = computeVerdict(algorithm, state, options)
    if (verdict.state === "clear") return { answer: verdict.leader, decided: state.decided }
  }
  return { answer: null, decided: state.decided }
}

type Summary = Omit<StoppingRow, "setting" | "eta" | "rule">

function summarise(runs: readonly StoppedRun[], means: readonly number[]): Summary {
  const best = Math.max(...means)
  const pulls = runs.map(({ decided }) => decided.reduce((sum, count) => sum + count, 0))
  const lost = runs.map(({ decided }) => decided.reduce((sum, count, arm) => sum + count * (best - means[arm]), 0))
  const [pullsKnown, lostKnown] = [summariseRegrets(pulls), summariseRegrets(lost)]
  return {
    runs: runs.length,
    errors: runs.filter(({ answer }) => answer !== null && means[answer] < best).length,
    unfinished: runs.filter(({ answer }) => answer === null).length,
    mean: pullsKnown.mean,
    standardError: pullsKnown.standardError,
    median: pulls.toSorted((a, b) => a - b)[Math.ceil(runs.length / 2) - 1] ?? 0,
    lost: lostKnown.mean,
    lostError: lostKnown.standardError,
  }
}

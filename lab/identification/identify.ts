// Best-arm identification at fixed confidence, simulated: how often algorithms are wrong, and after
// how many pulls they stop, beside what any algorithm needs.

import { seededRandom } from "@armistice/core"
import { lowerRate, upperRate } from "../audit/lower-bound.ts"
import { checkPositive, checkWhole, invalidParameter } from "../check-parameters.ts"
import { createEnvironment, type EnvironmentSpec } from "../environments/environment-spec.ts"
import { computeIntervalEnds } from "../replication/mean-interval.ts"
import { computeMean } from "../replication/statistics.ts"
import {
  type IdentificationEntry,
  type IdentificationPrivacy,
  identificationEntries,
} from "./identification-entries.ts"
import { runIdentifier } from "./run-identifier.ts"
import { type IdentificationBound, identificationBound } from "./sample-complexity.ts"

/** The simulation's options. */
export interface IdentificationSpec {
  readonly environment: EnvironmentSpec
  /** The chance of a wrong answer that is allowed. */
  readonly error: number
  readonly privacy: IdentificationPrivacy
  /** Names of algorithms; all of them if left out. */
  readonly algorithms?: readonly string[]
  readonly runs: number
  readonly seed: number | string
  /** Runs that have not stopped after so many pulls are given up; 1e8 if left out. */
  readonly mostPulls?: number
  /** Ends after the run in which it is aborted; rows hold what is finished. */
  readonly signal?: AbortSignal
}

/** How far a measurement is. */
export interface IdentificationProgress {
  readonly algorithm: string
  /** The share of all algorithms together, in [0, 1]. */
  readonly share: number
}

/** A number of the simulated law with its 95 % interval. */
export interface IntervalOf {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The result of one algorithm. */
export interface IdentificationRow {
  readonly algorithm: string
  readonly label: string
  /** Whether a wrong answer has chance at most `error` by proof. */
  readonly isProved: boolean
  readonly runs: number
  /** Runs with a wrong answer; their share with the interval of Clopper and Pearson. */
  readonly errors: number
  readonly errorRate: IntervalOf
  /** Runs that were given up: they count with the pulls that they had. */
  readonly unfinished: number
  readonly pulls: IntervalOf
  readonly quantiles: readonly (IntervalOf & { readonly share: number })[]
  /** Mean pulls divided by the largest lower bound. */
  readonly overBound: number
}

/** The rows of all algorithms, and what no algorithm can do without. */
export interface IdentificationResult {
  readonly rows: readonly IdentificationRow[]
  readonly bound: IdentificationBound
  /** Algorithms that cannot be private in this sense. */
  readonly leftOut: readonly string[]
}

const doubt = 0.05
const shownQuantiles = [0.5, 0.9, 0.99] as const

/**
 * Simulates best-arm identification at fixed confidence.
 *
 * @example
 * ```ts
 * const environment = { kind: "bernoulli", means: [0.9, 0.5, 0.4] } as const
 * const setting = { environment, error: 0.05, privacy: { eta: 1 } }
 * const { rows, bound } = identify({ ...setting, runs: 100, seed: 1 })
 * console.log(bound.largest, rows[0].pulls.value, rows[0].errorRate.high)
 * ```
 */
export function identify(spec: IdentificationSpec): IdentificationResult {
  const measuring = measureIdentification(spec)
  for (;;) {
    const { done, value } = measuring.next()
    if (done === true) return value
  }
}

/** The same, told after every run. */
export function* measureIdentification(
  spec: IdentificationSpec,
): Generator<IdentificationProgress, IdentificationResult> {
  const { error, privacy, runs, seed, mostPulls = 1e8 } = spec
  const environment = createEnvironment(spec.environment)
  checkWhole("runs", runs, 2)
  if (!(error > 0 && error < 1)) throw invalidParameter(`error must be in (0, 1), got ${error}`)
  if ("eta" in privacy) checkPositive("eta", privacy.eta)
  else checkPositive("epsilon", privacy.epsilon)
  const { means } = environment
  const best = Math.max(...means)
  if (means.filter((mean) => mean === best).length > 1)
    throw invalidParameter("two arms share the largest mean: one arm must be best")
  const entries = chooseEntries(spec.algorithms)
  const bound = identificationBound({ means, error, privacy })
  const rows: IdentificationRow[] = []
  const leftOut: string[] = []
  for (const [index, entry] of entries.entries()) {
    const algorithm = entry.create(privacy, error)
    if (algorithm === null) {
      leftOut.push(entry.name)
      continue
    }
    const random = seededRandom(seed)
    const pulls: number[] = []
    let [errors, unfinished] = [0, 0]
    for (let run = 0; run < runs && spec.signal?.aborted !== true; run++) {
      const found = runIdentifier(algorithm, environment, mostPulls, random.fork(run))
      pulls.push(found.pulls)
      if (found.answer === null) unfinished += 1
      else if (means[found.answer] < best) errors += 1
      yield { algorithm: entry.name, share: (index + (run + 1) / runs) / entries.length }
    }
    if (pulls.length >= 2) rows.push(summarise(entry, { pulls, errors, unfinished }, bound))
  }
  return { rows, bound, leftOut }
}

function chooseEntries(names: readonly string[] | undefined): readonly IdentificationEntry[] {
  if (names === undefined) return identificationEntries
  return names.map((name) => {
    const entry = identificationEntries.find((one) => one.name === name)
    if (entry !== undefined) return entry
    const known = identificationEntries.map((one) => one.name).join(", ")
    throw invalidParameter(`an identification algorithm must be one of ${known}, got ${name}`)
  })
}

interface Counts {
  readonly pulls: readonly number[]
  readonly errors: number
  readonly unfinished: number
}

function summarise(entry: IdentificationEntry, counts: Counts, bound: IdentificationBound): IdentificationRow {
  const { pulls, errors, unfinished } = counts
  const runs = pulls.length
  const mean = computeMean(pulls)
  const [low, high] = computeIntervalEnds(pulls) ?? [mean, mean]
  const sorted = [...pulls].sort((a, b) => a - b)
  return {
    algorithm: entry.name,
    label: entry.label,
    isProved: entry.isProved,
    runs,
    errors,
    errorRate: {
      value: errors / runs,
      low: errors === 0 ? 0 : lowerRate(errors, runs, doubt / 2),
      high: upperRate(errors, runs, doubt / 2),
    },
    unfinished,
    // Nothing is known before every arm was pulled once.
    pulls: { value: mean, low: Math.max(bound.byArm.length, low), high },
    quantiles: shownQuantiles.map((share) => ({ share, ...computeQuantile(sorted, share) })),
    overBound: mean / bound.largest,
  }
}

/** A quantile between order statistics; the counts of smaller runs are binomial. */
function computeQuantile(sorted: readonly number[], share: number): IntervalOf {
  const runs = sorted.length
  const at = (rank: number): number => sorted[Math.max(0, Math.min(runs - 1, rank))]
  const reach = 1.96 * Math.sqrt(runs * share * (1 - share))
  return {
    value: at(Math.ceil(share * runs) - 1),
    low: at(Math.floor(share * runs - reach) - 1),
    high: at(Math.ceil(share * runs + reach)),
  }
}

// How often verdicts come, how soon, and how often they are false, over whole experiments.

import { seededRandom } from "@armistice/core"
import { type ExperimentSpec, type Judge, type Outcome, simulateExperiment } from "./simulate-experiment.ts"

export interface VerdictCounts {
  readonly runs: number
  readonly clear: number
  readonly falselyClear: number
  readonly noDifference: number
  /** Experiments that were leaning or clear at some look. */
  readonly everLeaning: number
  readonly falselyAlike: number
  /** Experiments with an interval that misses the truth at some look, and misdirected ones. */
  readonly uncovered: number
  readonly misled: number
  readonly looks: number
  /** Decisions after which half of all experiments were clear; null if fewer were. */
  readonly medianClear: number | null
}

/** Experiments `from` to `to` (without `to`), each with its own seed. */
export function simulateRuns(spec: ExperimentSpec, seed: number, from: number, to: number, judge?: Judge): Outcome[] {
  const random = seededRandom(seed)
  return Array.from({ length: to - from }, (_run, place) => simulateExperiment(spec, random.fork(from + place), judge))
}

/**
 * Whether something holds in more than `count` of experiments 0 to `runs`: the answer of running
 * all, known as soon as the rest cannot change it.
 */
export function holdsInMoreThan(
  count: number,
  holds: (outcome: Outcome) => boolean,
  { spec, seed, runs, judge }: { spec: ExperimentSpec; seed: number; runs: number; judge?: Judge },
): boolean {
  const random = seededRandom(seed)
  let found = 0
  for (let run = 0; run < runs && found <= count && found + runs - run > count; run++)
    if (holds(simulateExperiment(spec, random.fork(run), judge))) found += 1
  return found > count
}

export function countOutcomes(outcomes: readonly Outcome[]): VerdictCounts {
  const runs = outcomes.length
  const times = outcomes.map(({ clear }) => clear ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  const median = times[Math.ceil(runs / 2) - 1]
  const count = (holds: (outcome: Outcome) => boolean): number => outcomes.filter(holds).length
  return {
    runs,
    clear: count(({ clear }) => clear !== null),
    falselyClear: count(({ isFalselyClear }) => isFalselyClear),
    noDifference: count(({ noDifference }) => noDifference !== null),
    everLeaning: count(({ isEverLeaning }) => isEverLeaning),
    falselyAlike: count(({ isFalselyAlike }) => isFalselyAlike),
    uncovered: count(({ isUncovered }) => isUncovered),
    misled: count(({ isMisled }) => isMisled),
    looks: Math.round(outcomes.reduce((total, { looks }) => total + looks, 0) / runs),
    medianClear: median < Number.POSITIVE_INFINITY ? median : null,
  }
}

// Bernoulli arms whose means change over time: in pieces, along a line, or with the seasons. The
// shapes are those of the literature on non-stationary bandits (Besbes, Gur and Zeevi 2014).

import { invalidParameter } from "../check-parameters.ts"
import type { Environment, Round } from "./environment.ts"
import { checkFields, checkMeans, checkNumber, checkNumbers } from "./environment-checks.ts"

/** Means that jump: each piece lasts for its rounds, the last one for ever unless they repeat. */
export interface PiecewiseSpec {
  readonly kind: "piecewise"
  readonly pieces: readonly { readonly rounds: number; readonly means: readonly number[] }[]
  /** Begins again after the last piece. */
  readonly repeat?: boolean
}

/** Means that move along a line from `means` to `to` within `rounds` rounds, and stay there. */
export interface DriftingSpec {
  readonly kind: "drifting"
  readonly means: readonly number[]
  readonly to: readonly number[]
  readonly rounds: number
}

/** Means that swing around `means` by `swing` with a period of `period` rounds. */
export interface SeasonalSpec {
  readonly kind: "seasonal"
  readonly means: readonly number[]
  /** How far each arm swings up and down. */
  readonly swing: readonly number[]
  readonly period: number
  /** The part of the period by which each arm is ahead, in [0, 1]; evenly spread if left out. */
  readonly phases?: readonly number[]
}

/** Arms whose means change over time. */
export type ChangingSpec = PiecewiseSpec | DriftingSpec | SeasonalSpec

/** Names of the kinds whose means change over time. */
export const changingKinds = ["piecewise", "drifting", "seasonal"] as const satisfies readonly ChangingSpec["kind"][]

/** The environment that such a specification describes. */
export function createChanging(spec: ChangingSpec): Environment {
  if (spec.kind === "piecewise") return changingBernoulli(spec.kind, piecewiseMeans(spec))
  if (spec.kind === "drifting") return changingBernoulli(spec.kind, driftingMeans(spec))
  return changingBernoulli(spec.kind, seasonalMeans(spec))
}

/** An environment that engines must run round by round. */
export function createRoundsEnvironment(
  kind: string,
  means: readonly number[],
  rounds: NonNullable<Environment["rounds"]>,
): Environment {
  const refuse = (): never => {
    throw invalidParameter(`${kind} arms must be run round by round: engine must be step`)
  }
  return { kind, armCount: means.length, means, reward: refuse, sum: refuse, rounds }
}

function changingBernoulli(kind: string, computeMeans: (round: number) => readonly number[]): Environment {
  return createRoundsEnvironment(kind, computeMeans(1), {
    comparator: "each round",
    at: (round): Round => ({ round, means: computeMeans(round) }),
    reward: (arm, { means }, random) => (random.uniform() < means[arm] ? 1 : 0),
  })
}

function piecewiseMeans(spec: PiecewiseSpec): (round: number) => readonly number[] {
  checkFields(spec, ["pieces", "repeat"])
  const { pieces, repeat = false } = spec
  if (!Array.isArray(pieces) || pieces.length === 0)
    throw invalidParameter("pieces must be a list of at least one { rounds, means }, got none")
  const lists = spec.pieces.map(({ means }) => checkMeans(means))
  checkSameArms("pieces", lists)
  const ends: number[] = []
  for (const { rounds } of spec.pieces) ends.push((ends.at(-1) ?? 0) + checkRounds("rounds", rounds))
  const total = ends.at(-1) ?? 0
  return (round) => {
    const place = repeat ? ((round - 1) % total) + 1 : round
    const piece = ends.findIndex((end) => place <= end)
    return lists.at(piece) ?? []
  }
}

function driftingMeans(spec: DriftingSpec): (round: number) => readonly number[] {
  checkFields(spec, ["means", "to", "rounds"])
  const means = checkMeans(spec.means)
  const to = checkNumbers("to", spec.to, 0, 1)
  checkSameArms("to", [means, to])
  const rounds = checkRounds("rounds", spec.rounds)
  return (round) => {
    const share = Math.min(1, (round - 1) / rounds)
    return means.map((mean, arm) => mean + share * (to[arm] - mean))
  }
}

function seasonalMeans(spec: SeasonalSpec): (round: number) => readonly number[] {
  checkFields(spec, ["means", "swing", "period", "phases"])
  const means = checkMeans(spec.means)
  const swing = checkNumbers("swing", spec.swing, 0, 0.5)
  const period = checkRounds("period", spec.period)
  const phases = checkNumbers("phases", spec.phases ?? means.map((_, arm) => arm / means.length), 0, 1)
  checkSameArms("swing and phases", [means, swing, phases])
  for (const [arm, mean] of means.entries())
    if (mean - swing[arm] < 0 || mean + swing[arm] > 1)
      throw invalidParameter(`a mean must stay in [0, 1], got ${mean} with a swing of ${swing[arm]} for arm ${arm}`)
  return (round) =>
    means.map((mean, arm) => {
      const swung = mean + swing[arm] * Math.sin(2 * Math.PI * ((round - 1) / period + phases[arm]))
      return Math.min(1, Math.max(0, swung))
    })
}

const checkRounds = (name: string, rounds: unknown): number => {
  const checked = checkNumber(name, rounds, 1, Number.MAX_SAFE_INTEGER)
  if (Number.isInteger(checked)) return checked
  throw invalidParameter(`${name} must be a whole number, got ${checked}`)
}

function checkSameArms(name: string, lists: readonly (readonly number[])[]): void {
  const stray = lists.find((list) => list.length !== lists[0].length)
  if (stray !== undefined)
    throw invalidParameter(`${name} must have a number for each of the ${lists[0].length} arms, got ${stray.length}`)
}

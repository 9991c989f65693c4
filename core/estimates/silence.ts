// An arm's value where not everybody answers: c + r (m - c), with m the mean of those who answer, r
// the share of decisions that are answered and c the worth of silence. m is private and comes from
// releases; r comes from public counts (docs/theory.md, section 8).

import { ArmisticeError, requireParameter } from "../errors.ts"
import { bisect } from "../numerics/bisect.ts"
import { logGamma } from "../numerics/gamma.ts"
import type { MeanLaw } from "./posterior.ts"

/** Public counts of answers, and what silence is worth. */
export interface Silence {
  /** The value of a decision without an answer, in the units of the function that takes it. */
  readonly missing: number
  /** For each arm, its decisions whose window is over: a prefix in the order of decisions. */
  readonly decided: readonly number[]
  /** For each arm, how many of these were answered within the window. */
  readonly answered: readonly number[]
  /**
   * Counts for point estimates. The counts above restart after decisions with unknown answers;
   * without this field they are used for estimates, too.
   */
  readonly estimatedFrom?: Pick<Silence, "decided" | "answered">
  /**
   * Counts at the moment of each arm's last release. With them, intervals count all decisions made
   * by then and assume the worst of unknown answers. That needs no window to be over, and gives
   * narrower intervals where many are silent.
   */
  readonly atRelease?: CountsAtRelease
  /**
   * Whether the time of an answer may depend on its value: "independent" (the default) assumes that
   * it does not, "any" assumes nothing. With "any" intervals and differences go by
   * `atRelease` alone.
   */
  readonly delays?: "independent" | "any"
}

/** Public counts at each arm's last release. Entries of arms without one are ignored. */
export interface CountsAtRelease {
  /** For each arm, all its decisions. */
  readonly decided: readonly number[]
  /** For each arm, how many of these had no answer when their window ended. */
  readonly silent: readonly number[]
}

/** The share of an arm's decisions that are answered. */
export interface AnsweredShare {
  readonly low: number
  readonly high: number
  /** The posterior mean; of an arm without a count, that of all arms' counts together. */
  readonly mean: number
}

/** The part of the error for intervals of answered shares; intervals of means have the rest. */
export const SHARE_OF_ERROR = 0.1

/** The prior of a share: so much on "everybody answers", the rest on Jeffreys' law. */
const EVERYBODY = 0.5

/** Throws unless counts fit `armCount` arms and `missing` is in the reward's range. */
export function checkSilence(silence: Silence, armCount: number, min: number, max: number): void {
  const { missing, decided, answered, atRelease, delays } = silence
  requireParameter(missing >= min && missing <= max, `missing must be between ${min} and ${max}`, missing)
  requireParameter(
    decided.length === armCount && answered.length === armCount,
    `decided and answered must have one count for each of ${armCount} arms`,
    `${decided.length} and ${answered.length}`,
  )
  for (const [arm, count] of decided.entries())
    requireParameter(
      isCount(count) && isCount(answered[arm]) && answered[arm] <= count,
      "answered must be a whole number between 0 and decided",
      `${answered[arm]} of ${count}`,
    )
  if (delays === "any" && atRelease === undefined)
    throw new ArmisticeError("invalid_parameter", "atRelease must be given where delays are any")
  for (const counts of atRelease === undefined ? [] : [atRelease.decided, atRelease.silent])
    requireParameter(
      counts.length === armCount && counts.every(isCount),
      `atRelease must have a whole number of decisions for each of ${armCount} arms`,
      counts.join(", "),
    )
}

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

/** The share of each arm; each interval fails, at any time, with chance at most `error`. */
export function computeAnsweredShares(silence: Silence, error: number): AnsweredShare[] {
  const { decided, answered, estimatedFrom: counts = silence } = silence
  const total = (list: readonly number[]): number => list.reduce((sum, count) => sum + count, 0)
  const all = posteriorMean(total(counts.decided), total(counts.answered))
  return decided.map((count, arm) => {
    const [low, high] = answeredInterval(count, answered[arm], error)
    const known = counts.decided[arm]
    return { low, high, mean: known === 0 ? all : posteriorMean(known, counts.answered[arm]) }
  })
}

/**
 * An interval for the chance r of an answer. It fails at any number of decisions, however that
 * number is chosen, with chance at most `error` in all: the likelihood averaged over the prior,
 * divided by that of r, is a martingale that starts at 1.
 */
export function answeredInterval(
  decided: number,
  answered: number,
  error: number,
): readonly [low: number, high: number] {
  if (decided === 0) return [0, 1]
  const isRefused = refusal(decided, answered, error)
  const middle = answered / decided
  return [
    answered === 0 ? 0 : bisect(0, middle, 60, isRefused)[0],
    answered === decided ? 1 : bisect(1, middle, 60, isRefused)[0],
  ]
}

/** Whether the interval leaves out a share. */
export function refusal(decided: number, answered: number, error: number): (share: number) => boolean {
  const silent = decided - answered
  const least = logMarginal(decided, answered) + Math.log(error)
  return (share) =>
    (answered === 0 ? 0 : answered * Math.log(share)) + (silent === 0 ? 0 : silent * Math.log1p(-share)) <= least
}

/** ln of the probability of one sequence with these counts, the share drawn from the prior. */
export function logMarginal(decided: number, answered: number): number {
  const jeffreys = Math.log1p(-EVERYBODY) + logJeffreys(decided, answered)
  return answered < decided ? jeffreys : Math.log(EVERYBODY + Math.exp(jeffreys))
}

const logJeffreys = (decided: number, answered: number): number =>
  logGamma(answered + 0.5) + logGamma(decided - answered + 0.5) - logGamma(decided + 1) - Math.log(Math.PI)

/** The posterior mean of the share under the prior of its interval. */
function posteriorMean(decided: number, answered: number): number {
  const mean = (answered + 0.5) / (decided + 1)
  if (answered < decided) return mean
  const weight = (1 - EVERYBODY) * Math.exp(logJeffreys(decided, answered))
  return (EVERYBODY + weight * mean) / (EVERYBODY + weight)
}

/** A value as a function of the mean of those who answer: shift + scale · mean. */
export interface ValueLine {
  readonly scale: number
  readonly shift: number
}

/** Where everybody answers, the value is the mean. */
export const meanItself: ValueLine = { scale: 1, shift: 0 }

export const valueLine = (share: number, missing: number): ValueLine => ({ scale: share, shift: (1 - share) * missing })

export const valueOn = ({ scale, shift }: ValueLine, mean: number): number => shift + scale * mean

/** All values of means and shares in their intervals; they rise with shares if means exceed c. */
export function valueInterval(
  [low, high]: readonly [number, number],
  share: AnsweredShare,
  missing: number,
): readonly [low: number, high: number] {
  return [
    valueOn(valueLine(low >= missing ? share.low : share.high, missing), low),
    valueOn(valueLine(high >= missing ? share.high : share.low, missing), high),
  ]
}

/** The intersection of two intervals; if it is empty, the second, which assumes less. */
export function intersect(
  [low, high]: readonly [number, number],
  second: readonly [number, number],
): readonly [low: number, high: number] {
  const both = [Math.max(low, second[0]), Math.min(high, second[1])] as const
  return both[0] <= both[1] ? both : second
}

/** The law of the value where the share is known. */
export const valueLaw = ({ points, below }: MeanLaw, line: ValueLine): MeanLaw => ({
  points: points.map((mean) => valueOn(line, mean)),
  below,
})

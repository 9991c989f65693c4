// One residual release: a hidden sum gets Gaussian noise, and a share of it stays hidden for the
// next release (docs/theory.md). In doubles for simulations; in whole numbers of steps for live
// use, where nothing may be left to rounding.

import { carryBits, leastDeviation, residualStepBits } from "../privacy/residual-loss.ts"
import { drawDiscreteGaussian } from "./exact-sampler.ts"
import type { WordSource } from "./word-source.ts"

/** A sum that must stay hidden: a number, or, where noise is exact, steps of 2^-60 as decimals. */
export type HiddenSum = number | string

/** The terms of one residual release. */
export interface ResidualPlan {
  /** The loss of a reward in all releases that carry it. */
  readonly eta: number
  /** Which share of the sum goes on, in units of 2^-40: a whole number below 2^40. */
  readonly carried: number
}

/** The result of one residual release. */
export interface ResidualRelease {
  /** The sum with noise. */
  readonly released: number
  /** The part that stays hidden. */
  readonly hidden: HiddenSum
  /** The released sum as a whole number of steps, where noise is exact. */
  readonly steps?: string
}

const unit = 2 ** carryBits

/** Deviation of the noise as a number. */
export const residualDeviation = ({ eta, carried }: ResidualPlan): number =>
  unit / (eta * Math.sqrt((unit - carried) * (unit + carried)))

/** `gaussian` is a standard normal draw. */
export function residualInDoubles(
  hidden: HiddenSum,
  joined: HiddenSum,
  plan: ResidualPlan,
  gaussian: number,
): ResidualRelease {
  const sum = convertSum(hidden) + convertSum(joined)
  return { released: sum + residualDeviation(plan) * gaussian, hidden: sum * (plan.carried / unit) }
}

const convertSum = (sum: HiddenSum): number => (typeof sum === "number" ? sum : Number(sum) / 2 ** residualStepBits)

/** A residual release in whole numbers of steps, with exact discrete Gaussian noise. */
export function residualOnLattice(
  words: WordSource,
  hidden: HiddenSum,
  joined: HiddenSum,
  plan: ResidualPlan,
): ResidualRelease {
  const sum = countSteps(hidden) + countSteps(joined)
  const deviation = leastDeviation(plan.eta, BigInt(plan.carried), residualStepBits)
  const released = sum + drawDiscreteGaussian(words, deviation)
  return { released: convertStepsToNumber(released), hidden: carriedSteps(sum, plan), steps: released.toString() }
}

/** The hidden part after a release: a function of rewards and public numbers, not of the noise. */
export const computeCarriedSum = (hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): string =>
  carriedSteps(countSteps(hidden) + countSteps(joined), plan)

const carriedSteps = (sum: bigint, { carried }: ResidualPlan): string =>
  ((sum * BigInt(carried)) >> BigInt(carryBits)).toString()

/** Multiples of 2^-20 are whole numbers of steps; other sums are rounded to the nearest. */
const countSteps = (sum: HiddenSum): bigint =>
  typeof sum === "string" ? BigInt(sum) : BigInt(Math.round(sum * 2 ** residualStepBits))

/** A released whole number of steps as a number: rounding it is post-processing. */
export const convertStepsToNumber = (steps: bigint): number => Number(steps) / 2 ** residualStepBits

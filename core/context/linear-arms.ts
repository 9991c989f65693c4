// One ridge regression per arm on the features of a context, updated with each reward (Sherman and
// Morrison). The common part of LinUCB and LinTS: the coefficients, their covariance, and counts.

import { ArmisticeError } from "../errors.ts"
import { checkOneReward } from "../parts/arm-sums.ts"
import { countRewards, type RoundCounts, startRounds } from "../parts/rounds.ts"
import type { Random } from "../random/random.ts"
import type { ContextFeatures, ContextPlan, ContextPoint } from "./context-plan.ts"

/**
 * The regression of each arm: coefficients with the intercept first, and the inverse of its Gram
 * matrix, row by row.
 */
export interface LinearState extends RoundCounts {
  coefficients: number[][]
  inverse: number[][]
}

/**
 * Before any reward a coefficient has this variance, in units of a reward's, and an arm pays one
 * half everywhere.
 */
const PRIOR_VARIANCE = 4
const PRIOR_MEAN = 0.5

export function startLinear(armCount: number, plan: ContextPlan): LinearState {
  const state: LinearState = { ...startRounds(armCount), coefficients: [], inverse: [] }
  for (let arm = 0; arm < armCount; arm++) addLinearArm(state, plan)
  return state
}

function addLinearArm(state: LinearState, { features }: ContextPlan): void {
  const size = features + 1
  state.coefficients.push(Array.from({ length: size }, (_, index) => (index === 0 ? PRIOR_MEAN : 0)))
  state.inverse.push(Array.from({ length: size * size }, (_, place) => (place % (size + 1) === 0 ? PRIOR_VARIANCE : 0)))
}

/** The features of a decision's context, which must be given. */
export function readFeatures(plan: ContextPlan, point: ContextPoint | undefined): ContextFeatures {
  const check: ContextPlan["checkPoint"] = plan.checkPoint
  check(point)
  return plan.describe(point)
}

/** The predicted reward of an arm for these features. */
export function predictReward(coefficients: readonly number[], { index, value }: ContextFeatures): number {
  let sum = 0
  for (let k = 0; k < index.length; k++) sum += value[k] * coefficients[index[k]]
  return sum
}

/** The variance of that prediction, in units of a reward's. */
export function predictVariance(inverse: readonly number[], size: number, { index, value }: ContextFeatures): number {
  let sum = 0
  for (let j = 0; j < index.length; j++)
    for (let k = 0; k < index.length; k++) sum += value[j] * value[k] * inverse[index[j] * size + index[k]]
  return sum
}

/**
 * The arm with the largest index among those that may be chosen; ties are broken evenly at random.
 */
export function chooseLargest(
  armCount: number,
  excluded: ReadonlySet<number> | undefined,
  scoreArm: (arm: number) => number,
  random: Random,
): number {
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  let ties = 1
  for (let arm = 0; arm < armCount; arm++) {
    if (excluded?.has(arm) === true) continue
    const index = scoreArm(arm)
    if (index > largest || chosen < 0) {
      largest = index
      chosen = arm
      ties = 1
    } else if (index === largest && random.integer(++ties) === 0) chosen = arm
  }
  return chosen
}

/** One more reward of an arm: checked, counted, and added to its regression. */
export function addLinearReward(
  state: LinearState,
  plan: ContextPlan,
  arm: number,
  reward: number,
  pull: number | undefined,
  point: ContextPoint | undefined,
): void {
  checkOneReward(state, arm, reward, pull, Number.POSITIVE_INFINITY)
  const features = readFeatures(plan, point)
  const coefficients = state.coefficients[arm]
  const inverse = state.inverse[arm]
  const size = coefficients.length
  const column = new Array<number>(size).fill(0)
  for (let row = 0; row < size; row++)
    for (let k = 0; k < features.index.length; k++)
      column[row] += inverse[row * size + features.index[k]] * features.value[k]
  let total = 1
  for (let k = 0; k < features.index.length; k++) total += features.value[k] * column[features.index[k]]
  const error = reward - predictReward(coefficients, features)
  for (let row = 0; row < size; row++) {
    const gain = column[row] / total
    coefficients[row] += gain * error
    for (let other = 0; other < size; other++) inverse[row * size + other] -= gain * column[other]
  }
  countRewards(state, arm, 1)
}

/** Sums of rewards say nothing about whose they are. */
export function refuseSums(name: string): never {
  throw new ArmisticeError("not_supported", `${name} needs the context of each reward, so it takes no sums of rewards`)
}

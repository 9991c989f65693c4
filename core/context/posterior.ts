// What the releases of all arms together say under each model: θ_a = s + u_a, the part s that all
// arms share and the part u_a of arm a alone. Given s arms are independent, so one inversion for
// each arm and one for s are enough.

import type { ContextPlan } from "./context-plan.ts"
import type { InformationFilter } from "./information-filter.ts"
import { contextModels, type PriorPrecisions, priorPrecisions, ranksArmsAlike } from "./models.ts"
import { invertSymmetric } from "./symmetric.ts"

/** An arm's mean is expected to be about this, with a precision of 1. */
const priorMean = 0.5

/** One arm under one model. */
interface ArmPosterior {
  /** Covariance of (intercept, coefficients) given the shared part. */
  readonly covariance: Float64Array
  /** log of the prior's density over the posterior's, at their tops. */
  readonly logDensity: number
  /** Expected intercept and coefficients. */
  readonly expected: Float64Array
}

/** All arms under one model. */
export interface ModelPosterior {
  readonly precisions: PriorPrecisions
  readonly arms: readonly ArmPosterior[]
  /** Covariance of the shared part, features × features. */
  readonly sharedCovariance: Float64Array
  /** The weight of the model given all releases. */
  readonly weight: number
}

export interface ContextPosterior {
  /** The variance of a reward that it was computed for. */
  readonly variance: number
  readonly models: readonly ModelPosterior[]
  /** The weight of the models in which arms are ranked alike for everyone. */
  readonly noInteraction: number
}

/**
 * The posterior given all releases. Of `before`, what was computed for arms whose filters did not
 * change since is used again; a fresh computation gives the same numbers.
 */
export function computePosterior(
  plan: ContextPlan,
  filters: readonly InformationFilter[],
  variance: number,
  before: ContextPosterior | null,
  hasChanged: (arm: number) => boolean,
): ContextPosterior {
  const known = before?.variance === variance ? before : null
  const drafts = contextModels.map((model, number) => {
    const old = known?.models[number]
    const precisions = old?.precisions ?? priorPrecisions(plan, number, variance)
    const draft = posteriorUnder(plan, filters, precisions, (arm) => (hasChanged(arm) ? undefined : old?.arms[arm]))
    return { ...draft, precisions, logWeight: draft.logLikelihood + Math.log(model.weight) }
  })
  const largest = Math.max(...drafts.map(({ logWeight }) => logWeight))
  const total = drafts.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - largest), 0)
  const models = drafts.map(({ precisions, arms, sharedCovariance, logWeight }) => ({
    precisions,
    arms,
    sharedCovariance,
    weight: Math.exp(logWeight - largest) / total,
  }))
  const noInteraction = models.reduce((sum, { weight }, model) => sum + (ranksArmsAlike(model) ? weight : 0), 0)
  return { variance, models, noInteraction }
}

function posteriorUnder(
  { features }: ContextPlan,
  filters: readonly InformationFilter[],
  precisions: PriorPrecisions,
  known: (arm: number) => ArmPosterior | undefined,
) {
  const size = features + 1
  const shared = new Float64Array(features * features)
  const right = new Float64Array(features)
  let logLikelihood = 0
  const drafts = filters.map((filter, arm) => {
    const { covariance, logDensity } = known(arm) ?? armCovariance(filter, precisions)
    const expected = new Float64Array(size)
    let square = 0
    for (let row = 0; row < size; row++) {
      let sum = priorMean * covariance[row * size]
      for (let at = 0; at < size; at++) sum += covariance[row * size + at] * filter.evidence[at]
      expected[row] = sum
      square += sum * (filter.evidence[row] + (row === 0 ? priorMean : 0))
    }
    logLikelihood += logDensity + 0.5 * square - 0.5 * priorMean * priorMean
    subtractArm(shared, right, covariance, expected, precisions.own)
    return { covariance, logDensity, expected }
  })
  for (let row = 0; row < features; row++) shared[row * features + row] += precisions.shared[row]
  const logDeterminant = invertSymmetric(shared, features)
  const sharedMean = multiply(shared, right, features)
  logLikelihood += 0.5 * (precisions.logShared - logDeterminant + dot(sharedMean, right))
  for (const { covariance, expected } of drafts) addShared(expected, covariance, sharedMean, precisions.own)
  return { arms: drafts, sharedCovariance: shared, logLikelihood }
}

function armCovariance({ information }: InformationFilter, { own, logOwn }: PriorPrecisions) {
  const size = own.length + 1
  const covariance = information.slice()
  covariance[0] += 1
  for (let row = 1; row < size; row++) covariance[row * size + row] += own[row - 1]
  return { logDensity: 0.5 * (logOwn - invertSymmetric(covariance, size)), covariance }
}

/** What an arm says about the shared part: information P - P·covariance·P, and P·expected. */
function subtractArm(
  shared: Float64Array,
  right: Float64Array,
  covariance: Float64Array,
  expected: Float64Array,
  own: Float64Array,
): void {
  const features = right.length
  const size = features + 1
  for (let row = 0; row < features; row++) {
    const precision = own[row]
    right[row] += precision * expected[row + 1]
    const from = (row + 1) * size + 1
    for (let at = 0; at < features; at++) shared[row * features + at] -= precision * own[at] * covariance[from + at]
    shared[row * features + row] += precision
  }
}

function addShared(
  expected: Float64Array,
  covariance: Float64Array,
  sharedMean: Float64Array,
  own: Float64Array,
): void {
  const size = expected.length
  for (let row = 0; row < size; row++) {
    let sum = 0
    for (let at = 1; at < size; at++) sum += covariance[row * size + at] * own[at - 1] * sharedMean[at - 1]
    expected[row] += sum
  }
}

function multiply(matrix: Float64Array, vector: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    let sum = 0
    for (let at = 0; at < size; at++) sum += matrix[row * size + at] * vector[at]
    product[row] = sum
  }
  return product
}

const dot = (one: Float64Array, two: Float64Array): number =>
  one.reduce((sum, value, index) => sum + value * two[index], 0)

// The evidence of all arms' releases together under each model: θ_a = s + u_a, the part s that all
// arms share and the part u_a of arm a alone. Given s arms are independent, so one inversion for
// each arm and one for s are enough.

import type { ContextPlan } from "./context-plan.ts"
import type { InformationFilter } from "./information-filter.ts"
import {
  contextModels,
  firstWithSameOwnPart,
  type PriorPrecisions,
  priorPrecisions,
  ranksArmsAlike,
  weighModel,
} from "./models.ts"
import { dot, invertSymmetric, multiplySymmetric } from "./symmetric.ts"

/** An arm's intercept is expected to be about this, with this precision. */
const priorMean = 0.5
const priorPrecision = 1

/** One arm under all models that expect the same of its own part, before anything is shared. */
interface OwnPosterior {
  /** Covariance of (intercept, coefficients) given the shared part. */
  readonly covariance: Float64Array
  /** Expected (intercept, coefficients) if nothing is shared. */
  readonly expected: Float64Array
  /** log of how likely its releases are if nothing is shared. */
  readonly logLikelihood: number
}

/** All arms under these models. */
export interface OwnPosteriors {
  /** Prior precisions of the own part. */
  readonly precisions: Float64Array
  readonly arms: readonly OwnPosterior[]
}

/** The intercept of one arm by its releases, if features have no effect. */
export interface InterceptPosterior {
  readonly variance: number
  /** The mean features (without the intercept) of the rewards that it was learned from. */
  readonly center: Float64Array
}

/** All arms under one model. */
export interface ModelPosterior {
  /** The first model with the same own part, and that part. */
  readonly ownPart: number
  readonly own: OwnPosteriors
  /** Prior variance of each feature's coefficient, own and shared part together. */
  readonly priorVariances: Float64Array
  /** Expected intercept and coefficients of each arm. */
  readonly expected: readonly Float64Array[]
  /** Covariance of the shared part, features × features. */
  readonly sharedCovariance: Float64Array
  /** The weight of the model given all releases. */
  readonly weight: number
}

export interface ContextPosterior {
  /** The variance of a reward that it was computed for. */
  readonly variance: number
  readonly models: readonly ModelPosterior[]
  readonly intercepts: readonly InterceptPosterior[]
  /** The weight of the models in which arms are ranked alike for everyone. */
  readonly noInteraction: number
}

/**
 * The posterior given all releases. The parts of `before` for arms whose filters did not change
 * since are used again; a fresh computation gives the same numbers.
 */
export function computePosterior(
  plan: ContextPlan,
  filters: readonly InformationFilter[],
  variance: number,
  before: ContextPosterior | null,
  hasChanged: (arm: number) => boolean,
): ContextPosterior {
  const known = before?.variance === variance ? before : null
  const drafts: OwnDraft[] = []
  const found = contextModels.map((_, number) => {
    const precisions = priorPrecisions(plan, number, variance)
    const ownPart = firstWithSameOwnPart(plan, number)
    drafts[ownPart] ??= draftArms(filters, precisions, known?.models[ownPart].own.arms ?? null, hasChanged)
    const { [ownPart]: draft } = drafts
    const { expected, sharedCovariance, logLikelihood } = addSharedPart(draft, precisions)
    const logWeight = logLikelihood + Math.log(weighModel(plan, number))
    const { variances: priorVariances } = precisions
    return { ownPart, own: draft.own, priorVariances, expected, sharedCovariance, logWeight }
  })
  const largest = Math.max(...found.map(({ logWeight }) => logWeight))
  const total = found.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - largest), 0)
  const models = found.map(({ logWeight, ...model }) => ({ ...model, weight: Math.exp(logWeight - largest) / total }))
  const noInteraction = models.reduce((sum, { weight }, model) => sum + (ranksArmsAlike(model) ? weight : 0), 0)
  return { variance, models, intercepts: filters.map(learnIntercept), noInteraction }
}

function learnIntercept({ information, evidence }: InformationFilter): InterceptPosterior {
  const variance = 1 / (information[0] + priorPrecision)
  return { variance, center: information.slice(1, evidence.length).map((sum) => sum * variance) }
}

/** The common part of models with the same own part. */
interface OwnDraft {
  readonly own: OwnPosteriors
  /**
   * The evidence of all arms about the shared part; the lower half of a matrix, which is all that
   * an inversion reads.
   */
  readonly information: Float64Array
  readonly evidence: Float64Array
  readonly logLikelihood: number
}

function draftArms(
  filters: readonly InformationFilter[],
  precisions: PriorPrecisions,
  known: readonly OwnPosterior[] | null,
  hasChanged: (arm: number) => boolean,
): OwnDraft {
  const features = precisions.own.length
  const information = new Float64Array(features * features)
  const evidence = new Float64Array(features)
  let logLikelihood = 0
  const arms = filters.map((filter, arm) => {
    const old = hasChanged(arm) ? undefined : known?.[arm]
    const own = old ?? computeArm(filter, precisions)
    logLikelihood += own.logLikelihood
    subtractArm(information, evidence, own, precisions.own)
    return own
  })
  return { own: { precisions: precisions.own, arms }, information, evidence, logLikelihood }
}

function addSharedPart(
  { own, information, evidence, logLikelihood }: OwnDraft,
  { shared, logShared }: PriorPrecisions,
): { expected: Float64Array[]; sharedCovariance: Float64Array; logLikelihood: number } {
  const features = evidence.length
  const covariance = information.slice()
  for (let row = 0; row < features; row++) covariance[row * features + row] += shared[row]
  const logDeterminant = invertSymmetric(covariance, features)
  const mean = multiplySymmetric(covariance, evidence)
  // The intercept has no shared part.
  const pull = new Float64Array(features + 1)
  for (let row = 0; row < features; row++) pull[row + 1] = own.precisions[row] * mean[row]
  const expected = own.arms.map(({ covariance: ofArm, expected: alone }) => {
    const moved = multiplySymmetric(ofArm, pull)
    for (let row = 0; row < moved.length; row++) moved[row] += alone[row]
    return moved
  })
  return {
    expected,
    sharedCovariance: covariance,
    logLikelihood: logLikelihood + 0.5 * (logShared - logDeterminant + dot(mean, evidence)),
  }
}

function computeArm({ information, evidence }: InformationFilter, { own, logOwn }: PriorPrecisions): OwnPosterior {
  const size = own.length + 1
  const covariance = information.slice()
  covariance[0] += priorPrecision
  for (let row = 1; row < size; row++) covariance[row * size + row] += own[row - 1]
  // The prior's density over the posterior's, at their tops.
  const logDensity = 0.5 * (logOwn - invertSymmetric(covariance, size))
  const weighed = evidence.slice()
  weighed[0] += priorPrecision * priorMean
  const expected = multiplySymmetric(covariance, weighed)
  const logLikelihood = logDensity + 0.5 * dot(expected, weighed) - 0.5 * priorPrecision * priorMean * priorMean
  return { covariance, expected, logLikelihood }
}

/**
 * The evidence of an arm about the shared part: the lower half of the information P -
 * P·covariance·P, and P·expected.
 */
function subtractArm(
  shared: Float64Array,
  right: Float64Array,
  { covariance, expected }: OwnPosterior,
  own: Float64Array,
): void {
  const features = right.length
  const size = features + 1
  for (let row = 0; row < features; row++) {
    const precision = own[row]
    right[row] += precision * expected[row + 1]
    const from = (row + 1) * size + 1
    for (let at = 0; at <= row; at++) shared[row * features + at] -= precision * own[at] * covariance[from + at]
    shared[row * features + row] += precision
  }
}

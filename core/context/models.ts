// The eight models that gdp-context averages over, from "context has no effect" over "effects that
// all arms share" to "every level its own", with the prior scales of their coefficients.

import type { ContextPlan } from "./context-plan.ts"

/**
 * Prior deviations of coefficients, in units of a reward's deviation: of the part that an arm has
 * for itself, and of the part that all arms share. 0.01 stands for none.
 */
interface ContextModel {
  readonly own: number
  readonly shared: number
  /** Its share of the prior weight of the models that rank arms alike, or of all others. */
  readonly share: number
  /**
   * Whether the cells of several attributes have an own part as large as that of the attributes.
   */
  readonly hasOwnCells: boolean
}

const none = 0.01

export const contextModels: readonly ContextModel[] = [
  { own: none, shared: none, share: 0.2, hasOwnCells: false },
  { own: none, shared: 0.5, share: 0.4, hasOwnCells: false },
  { own: 0.1, shared: 0.5, share: 0.2, hasOwnCells: false },
  { own: 0.3, shared: 0.5, share: 0.2, hasOwnCells: false },
  { own: 1, shared: 0.7, share: 0.2, hasOwnCells: true },
  { own: 0.1, shared: 0.1, share: 0.2, hasOwnCells: true },
  { own: 0.3, shared: 0.1, share: 0.2, hasOwnCells: true },
  { own: none, shared: 0.1, share: 0.4, hasOwnCells: false },
]

/** The model in which every level is nearly a bandit of its own; it keeps some weight for ever. */
export const widestModel = 4

export const ranksArmsAlike = (model: number): boolean => (contextModels[model] as ContextModel).own === none

/**
 * The prior weight of all models in which arms are ranked alike for everyone: 2/3 for up to five
 * features, towards 1/2 with many, as each one more may interact with the arms. More would lose
 * where they do, less where they do not (gdp-context.md).
 */
const weighNoInteraction = (features: number): number => Math.min(2 / 3, 1 / 2 + 5 / (6 * features))

/** The prior weight of a model. */
export function weighModel({ features }: ContextPlan, model: number): number {
  const noInteraction = weighNoInteraction(features)
  return (contextModels[model] as ContextModel).share * (ranksArmsAlike(model) ? noInteraction : 1 - noInteraction)
}

/** The first model that expects the same of arms' own parts as this one. */
export function firstWithSameOwnPart(plan: ContextPlan, model: number): number {
  const { own, hasOwnCells } = contextModels[model] as ContextModel
  const isAnyCells = firstCellFeature(plan) === plan.features
  return contextModels.findIndex((other) => other.own === own && (isAnyCells || other.hasOwnCells === hasOwnCells))
}

/**
 * Most of what a table of several attributes says is the sum of their effects. So coefficients of
 * cells are expected to be this much smaller, except where a model gives cells an own part.
 */
const cellScale = 0.2

/** Prior precisions of one model: of the own and of the shared part of each feature. */
export interface PriorPrecisions {
  readonly own: Float64Array
  readonly shared: Float64Array
  /** The variances of both parts together. */
  readonly variances: Float64Array
  /** Logarithms of their products. */
  readonly logOwn: number
  readonly logShared: number
}

const known = new WeakMap<ContextPlan, { readonly variance: number; readonly models: readonly PriorPrecisions[] }>()

/** The prior precisions of a model where rewards have this variance, which seldom changes. */
export function priorPrecisions(plan: ContextPlan, model: number, variance: number): PriorPrecisions {
  let last = known.get(plan)
  if (last?.variance !== variance) {
    last = { variance, models: contextModels.map((_, one) => computePrecisions(plan, one, variance)) }
    known.set(plan, last)
  }
  return last.models[model] as PriorPrecisions
}

function computePrecisions(plan: ContextPlan, model: number, variance: number): PriorPrecisions {
  const { own, shared, hasOwnCells } = contextModels[model] as ContextModel
  const { features } = plan
  const cellsFrom = firstCellFeature(plan)
  const smaller = 1 / (cellScale * cellScale)
  const list = (scale: number, isSmallerInCells: boolean): Float64Array =>
    Float64Array.from(
      { length: features },
      (_, feature) => (feature >= cellsFrom && isSmallerInCells ? smaller : 1) / (variance * scale * scale),
    )
  const logarithm = (values: Float64Array) => values.reduce((sum, value) => sum + Math.log(value), 0)
  const [ownList, sharedList] = [list(own, !hasOwnCells), list(shared, true)]
  const variances = ownList.map((precision, feature) => 1 / precision + 1 / sharedList[feature])
  return { own: ownList, shared: sharedList, variances, logOwn: logarithm(ownList), logShared: logarithm(sharedList) }
}

/** The first feature (not counting the intercept) that is a cell of several attributes. */
function firstCellFeature({ features, coordinates, releases }: ContextPlan): number {
  const hasCells = releases === "cells" && features > coordinates - 1
  return hasCells ? features - (coordinates - 1) : features
}

// The variances of the arms' means at one point under each model, each computed on first use.

import { mostFeatures } from "./attributes.ts"
import type { ContextFeatures } from "./context-plan.ts"
import { contextModels } from "./models.ts"
import type { ModelPosterior } from "./posterior.ts"
import { dot, multiplySymmetric, squareSymmetric } from "./symmetric.ts"

/** How uncertain an arm's mean is under one model. */
export interface ForecastVariance {
  /** Given the value of the model's best arm; that of the best arm itself is not conditioned. */
  readonly variance: number
  /** Without what the shared part adds. */
  readonly ownVariance: number
}

/** Rounding could make a variance that is nearly given zero or negative. */
const leastVariance = 1e-12

/**
 * Buffers that all points with the same numbers of arms and features share. They hold the values of
 * `owner`, the point that used them last; another point computes its own values.
 */
interface Workspace {
  owner: number
  readonly point: Float64Array
  readonly column: Float64Array
  /** For each own part and arm: the arm's own variance, and whether it is known. */
  readonly ownVariances: Float64Array
  readonly isKnown: Uint8Array
  /** For each own part and arm: how the mean moves with the shared part. */
  readonly loadings: readonly Float64Array[]
  /** For each model: the shared covariance times the loadings of its best arm. */
  readonly bestCovariances: readonly Float64Array[]
  readonly hasBestCovariance: Uint8Array
}

/** By arms and features. Few pairs occur, so none is removed. */
const workspaces = new Map<number, Workspace>()
let lastOwner = 0

function findWorkspace(arms: number, features: number): Workspace {
  const key = arms * (mostFeatures + 1) + features
  let workspace = workspaces.get(key)
  if (workspace === undefined) {
    const modelCount = contextModels.length
    workspace = {
      owner: 0,
      point: new Float64Array(features + 1),
      column: new Float64Array(features + 1),
      ownVariances: new Float64Array(modelCount * arms),
      isKnown: new Uint8Array(modelCount * arms),
      loadings: Array.from({ length: modelCount * arms }, () => new Float64Array(features)),
      bestCovariances: contextModels.map(() => new Float64Array(features)),
      hasBestCovariance: new Uint8Array(modelCount),
    }
    workspaces.set(key, workspace)
  }
  return workspace
}

/** The variances at one point. */
export class PointVariances {
  readonly #models: readonly ModelPosterior[]
  readonly #features: ContextFeatures
  readonly #workspace: Workspace
  /** A number and not the object, because the buffers outlive every point. */
  readonly #id: number

  constructor(models: readonly ModelPosterior[], features: ContextFeatures) {
    const { own } = models[0]
    this.#models = models
    this.#features = features
    this.#workspace = findWorkspace(own.arms.length, own.precisions.length)
    this.#id = ++lastOwner
  }

  /** The variances of this arm under this model, whose best arm is `best`. */
  compute(model: number, arm: number, best: number): ForecastVariance {
    const workspace = this.#claimWorkspace()
    const posterior = this.#models[model]
    const { sharedCovariance } = posterior
    const bestArm = this.#computeArm(posterior, best)
    const bestCovariance = workspace.bestCovariances[model]
    if (workspace.hasBestCovariance[model] === 0) {
      multiplySymmetric(sharedCovariance, bestArm.loadings, bestCovariance)
      workspace.hasBestCovariance[model] = 1
    }
    const bestVariance = bestArm.ownVariance + dot(bestCovariance, bestArm.loadings)
    if (arm === best) return { variance: bestVariance, ownVariance: bestArm.ownVariance }
    const { ownVariance, loadings } = this.#computeArm(posterior, arm)
    const covariance = dot(bestCovariance, loadings)
    const total = ownVariance + squareSymmetric(sharedCovariance, loadings, loadings.length)
    return { variance: Math.max(leastVariance, total - (covariance * covariance) / bestVariance), ownVariance }
  }

  /** The workspace, cleared if another point used it last. */
  #claimWorkspace(): Workspace {
    const workspace = this.#workspace
    if (workspace.owner === this.#id) return workspace
    const { point, isKnown, hasBestCovariance } = workspace
    const { index, value } = this.#features
    workspace.owner = this.#id
    isKnown.fill(0)
    hasBestCovariance.fill(0)
    point.fill(0)
    for (let place = 0; place < index.length; place++) point[index[place]] = value[place]
    return workspace
  }

  /** An arm's own variance, and how its mean moves with the shared part. */
  #computeArm({ own, ownPart }: ModelPosterior, arm: number): { ownVariance: number; loadings: Float64Array } {
    const { point, column, ownVariances, isKnown, loadings: allLoadings } = this.#workspace
    const place = ownPart * own.arms.length + arm
    const loadings = allLoadings[place]
    if (isKnown[place] === 0) {
      const { index, value } = this.#features
      const { covariance } = own.arms[arm]
      // A dense product is faster from about a quarter of the features on.
      if (4 * index.length > point.length) multiplySymmetric(covariance, point, column)
      else addColumns(covariance, index, value, column.fill(0))
      let sum = 0
      for (let at = 0; at < index.length; at++) sum += value[at] * column[index[at]]
      ownVariances[place] = sum
      for (let row = 0; row < loadings.length; row++) loadings[row] = own.precisions[row] * column[row + 1]
      isKnown[place] = 1
    }
    return { ownVariance: ownVariances[place], loadings }
  }
}

/** Adds these columns of a symmetric matrix, each times its value. */
function addColumns(
  matrix: Float64Array,
  index: readonly number[],
  value: readonly number[],
  column: Float64Array,
): void {
  const size = column.length
  for (let place = 0; place < index.length; place++) {
    const factor = value[place]
    const from = index[place] * size
    for (let row = 0; row < size; row++) column[row] += factor * matrix[from + row]
  }
}

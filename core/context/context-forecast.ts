// The forecast of each model for the arms and one kind of people (gdp-context.md): their means, and
// bounds of their variances. Exact variances cost far more, so they are computed only for arms that
// need them (point-variances.ts).

import { findLargest } from "../numerics/find-largest.ts"
import { fractions } from "../parts/rounds.ts"
import type { ContextFeatures } from "./context-plan.ts"
import { widestModel } from "./models.ts"
import { type ForecastVariance, PointVariances } from "./point-variances.ts"
import type { ContextPosterior, InterceptPosterior, ModelPosterior } from "./posterior.ts"
import { dot } from "./symmetric.ts"

/**
 * Divided by arms and features: the least weight of the widest model, so that a single unusual
 * level is still explored.
 */
const leastWidest = 0.3
/** Models that weigh less than this cannot change a choice. */
const negligible = 1e-12

/** At most an arm's own variance, and at least its variance. */
export interface VarianceBounds {
  readonly least: number
  readonly most: number
}

/** The arms at one point under one model. */
export interface ModelForecast {
  readonly model: number
  readonly weight: number
  // A list: typed arrays as small as this take longer to make than to fill.
  readonly means: readonly number[]
  /** The variances of an arm, computed with the first call. */
  readonly readVariance: (arm: number) => ForecastVariance
  readonly boundVariance: (arm: number) => VarianceBounds
}

/** The arms' means for people with these features under each model that can change a choice. */
export function forecastModels(
  { models, intercepts }: ContextPosterior,
  features: ContextFeatures,
): readonly ModelForecast[] {
  const [{ expected, own }] = models
  const featureCount = own.precisions.length
  const leastWeight = leastWidest / (expected.length * featureCount)
  const pointVariances = new PointVariances(models, features)
  const distances = measureDistances(intercepts, features)

  const forecastModel = (model: number, weight: number): ModelForecast => {
    const { priorVariances } = models[model]
    const means = forecastMeans(models[model], features)
    const best = findLargest(means)
    const variances: ForecastVariance[] = []
    return {
      model,
      weight,
      means,
      readVariance(arm) {
        variances[arm] ??= pointVariances.compute(model, arm, best)
        return variances[arm]
      },
      // Ignores what releases say about the effects of features, and about other arms.
      boundVariance(arm) {
        const { variance } = intercepts[arm]
        return { least: variance, most: variance + dot(priorVariances, distances, arm * featureCount) }
      },
    }
  }

  const forecasts: ModelForecast[] = []
  for (let model = 0; model < models.length; model++) {
    const weight = Math.max(models[model].weight, model === widestModel ? leastWeight : 0)
    if (weight >= negligible) forecasts.push(forecastModel(model, weight))
  }
  return forecasts
}

/**
 * By arm and feature: the squared distance of the point from the mean features of the rewards that
 * the arm's intercept was learned from.
 */
function measureDistances(intercepts: readonly InterceptPosterior[], { index, value }: ContextFeatures): Float64Array {
  const featureCount = intercepts[0].center.length
  const distances = new Float64Array(intercepts.length * featureCount)
  for (let arm = 0; arm < intercepts.length; arm++) {
    const { center } = intercepts[arm]
    const from = arm * featureCount
    for (let feature = 0; feature < featureCount; feature++) distances[from + feature] = -center[feature]
    // Feature 0 is the intercept.
    for (let place = 0; place < index.length; place++)
      if (index[place] > 0) distances[from + index[place] - 1] += value[place]
    for (let at = from; at < from + featureCount; at++) distances[at] *= distances[at]
  }
  return distances
}

function predictMean(expected: Float64Array, index: readonly number[], value: readonly number[]): number {
  let sum = 0
  for (let place = 0; place < index.length; place++) sum += value[place] * expected[index[place]]
  return sum
}

/** The arms' expected means at this point under one model. */
export function forecastMeans({ expected }: ModelPosterior, { index, value }: ContextFeatures): number[] {
  const means = fractions(expected.length)
  for (let arm = 0; arm < expected.length; arm++) means[arm] = predictMean(expected[arm], index, value)
  return means
}

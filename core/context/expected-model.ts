// A model's forecast once the answers under way have come, without the excluded arms.

import { findLargest } from "../numerics/find-largest.ts"
import type { ModelForecast, VarianceBounds } from "./context-forecast.ts"
import { contextModels, ranksArmsAlike } from "./models.ts"
import type { ForecastVariance } from "./point-variances.ts"

/** The largest mean that evidence is computed against. */
const largestMean = 1 - 1e-9

/** How late and missing answers change the knowledge about an arm. */
export interface AnswerForecast {
  /**
   * The answers once those under way have come, over the answers now: of all people, and of this
   * group.
   */
  readonly growth: number
  readonly growthInGroup: number
  /**
   * The value of an unanswered decision, and the share of decisions that are answered; 1 where
   * silence is ignored.
   */
  readonly silenceValue: number
  readonly answeredShare: number
}

/** A model as it will be once the answers under way have come. */
export interface ExpectedModel {
  readonly forecast: ModelForecast
  readonly model: number
  readonly weight: number
  readonly means: readonly number[]
  readonly best: number
  /** The prior variance of an own coefficient. */
  readonly ownPrior: number
  /** By how much the answers under way shrink each arm's variance. */
  readonly factors: readonly number[] | null
}

export function expectModel(
  forecast: ModelForecast,
  variance: number,
  excluded: ReadonlySet<number> | undefined,
  answers: readonly AnswerForecast[] | undefined,
): ExpectedModel {
  const { model, weight } = forecast
  const means = forecast.means.slice()
  if (answers !== undefined) applyAnswers(means, answers)
  for (const arm of excluded ?? []) means[arm] = Number.NEGATIVE_INFINITY
  const isAlike = ranksArmsAlike(model)
  const factors =
    answers?.map(
      ({ growth, growthInGroup, answeredShare: share }) => (share * share) / (isAlike ? growth : growthInGroup),
    ) ?? null
  const best = Math.min(largestMean, Math.max(0, means[findLargest(means)]))
  return { forecast, model, weight, means, best, ownPrior: variance * contextModels[model].own ** 2, factors }
}

/** Changes these means by the decisions that are never answered. */
export function applyAnswers(means: number[], answers: readonly AnswerForecast[]): void {
  for (let arm = 0; arm < means.length; arm++) {
    const { silenceValue, answeredShare } = answers[arm]
    means[arm] = silenceValue + answeredShare * (means[arm] - silenceValue)
  }
}

export function readVariance({ forecast, factors }: ExpectedModel, arm: number): ForecastVariance {
  const { variance, ownVariance } = forecast.readVariance(arm)
  const factor = factors === null ? 1 : factors[arm]
  return { variance: variance * factor, ownVariance: ownVariance * factor }
}

export function boundVariance({ forecast, factors }: ExpectedModel, arm: number): VarianceBounds {
  const { least, most } = forecast.boundVariance(arm)
  const factor = factors === null ? 1 : factors[arm]
  return { least: least * factor, most: most * factor }
}

// The index of each arm for one kind of people: GDP-IMED's evidence against the arm, averaged over
// the models (gdp-context.md). The arm with the least index is played.

import { evidence, leaderLevel } from "../algorithms/gdp-imed-index.ts"
import type { ContextFeatures } from "./context-plan.ts"
import { contextModels, ranksArmsAlike, widestModel } from "./models.ts"
import type { ContextPosterior, ModelPosterior } from "./posterior.ts"

/** The widest model never weighs less than this over arms and features, so that one odd level is still looked at. */
const leastWidest = 0.3
/** Models that weigh less than this cannot change a choice. */
const negligible = 1e-12
/** Noise on a cell's sum over 1/eta², about: what residual releases leave however often they are made. */
const noiseFactor = 2
const ceiling = 1 - 1e-9

/** What the index needs beside the posterior. */
export interface IndexSetting {
  readonly eta: number
  /** Rewards of each arm that were released. */
  readonly counts: readonly number[]
  /** Rounds left. */
  readonly left: number
  /** The share of the traffic that is like this person, in (0, 1]. */
  readonly share: number
  /** Arms that cannot be chosen now. */
  readonly excluded?: ReadonlySet<number>
  /** Where answers come late or never: what is to be expected of each arm's decisions for people like this one. */
  readonly outlook?: readonly AnswerForecast[]
}

/** What late and missing answers do to what is known of an arm. */
export interface AnswerForecast {
  /** How many times as many answers there will be once those under way have come: of all people, and of this group. */
  readonly times: number
  readonly timesInGroup: number
  /** What a decision is worth that nobody answers, and the share of decisions that is answered; silence is ignored with 1. */
  readonly silence: number
  readonly answered: number
}

export interface ArmIndices {
  /** The arm with the largest expected mean for these people. */
  readonly leader: number
  readonly index: Float64Array
}

/** The index of each arm for people with these features. */
export function computeIndices(
  posterior: ContextPosterior,
  features: ContextFeatures,
  setting: IndexSetting,
): ArmIndices {
  const { variance, models, noInteraction } = posterior
  const { eta, counts, left, share, excluded, outlook } = setting
  const armCount = counts.length
  const featureCount = models[0].precisions.own.length
  const noise = noiseFactor / (eta * eta)
  const means = new Float64Array(armCount)
  const forecasts: { weight: number; own: number; forecast: Forecast }[] = []
  for (const [number, model] of models.entries()) {
    const floor = number === widestModel ? leastWidest / (armCount * featureCount) : 0
    const weight = Math.max(model.weight, floor)
    if (weight < negligible) continue
    const forecast = forecastArms(model, features, armCount)
    if (outlook !== undefined) lookAhead(forecast, outlook, ranksArmsAlike(number))
    // Not added to the means as well: a model that weighs 0 would make NaN of them.
    for (const arm of excluded ?? []) forecast.mean[arm] = Number.NEGATIVE_INFINITY
    for (let arm = 0; arm < armCount; arm++)
      means[arm] =
        excluded?.has(arm) === true ? Number.NEGATIVE_INFINITY : means[arm] + model.weight * forecast.mean[arm]
    forecasts.push({ weight, own: variance * contextModels[number].own ** 2, forecast })
  }
  const leader = means.indexOf(Math.max(...means))
  const index = new Float64Array(armCount)
  for (const { weight, own, forecast } of forecasts) {
    const best = Math.min(ceiling, Math.max(0, ...forecast.mean))
    for (let arm = 0; arm < armCount; arm++) {
      if (excluded?.has(arm) === true) continue
      const blur = forecast.variance[arm]
      const against =
        arm === leader ? 0 : weigh(forecast.mean[arm], blur, variance, noise, forecast.ownVariance[arm], best)
      // As many rewards at this point as would leave the same variance.
      const rewards = (variance + Math.sqrt(variance * variance + 4 * blur * noise)) / (2 * blur)
      const count = counts[arm] * (outlook?.[arm]?.times ?? 1)
      index[arm] += (weight * Math.exp(-against) * reach(own, variance, count, share)) / rewards
    }
  }
  for (let arm = 0; arm < armCount; arm++) index[arm] = -Math.log(index[arm] + 1e-300)
  index[leader] = leaderLevel(index[leader], left * (1 - 0.5 * noInteraction), armCount)
  return { leader, index }
}

/** Evidence against a mean of `best`, with the arm's variance split into sampling and noise. */
function weigh(mean: number, blur: number, variance: number, noise: number, ownVariance: number, best: number): number {
  if (best <= mean) return 0
  const sampled = (variance * variance) / (variance * variance + noise * ownVariance)
  return Math.min(600, evidence(mean, variance / (blur * sampled), blur * (1 - sampled), best))
}

/** The share of the traffic that a reward at this point tells something about. */
function reach(own: number, variance: number, count: number, share: number): number {
  if (count === 0) return 1
  const worth = variance / (variance / count + 1 / (1 / own + (count * share) / variance))
  return Math.min(1, Math.max(share, worth / count))
}

/** What will be known once answers under way have come, of decisions of which some are never answered. */
function lookAhead(forecast: Forecast, outlook: readonly AnswerForecast[], isAlike: boolean): void {
  for (const [arm, { times, timesInGroup, silence, answered }] of outlook.entries()) {
    const factor = (answered * answered) / (isAlike ? times : timesInGroup)
    forecast.mean[arm] = silence + answered * (forecast.mean[arm] - silence)
    forecast.variance[arm] *= factor
    forecast.ownVariance[arm] *= factor
  }
}

interface Forecast {
  readonly mean: Float64Array
  /** Given the leader's value in this model; the leader's own is not conditioned. */
  readonly variance: Float64Array
  /** Without what the shared part adds. */
  readonly ownVariance: Float64Array
}

/** The arms' means at this point under one model. */
function forecastArms(
  { arms, precisions, sharedCovariance }: ModelPosterior,
  at: ContextFeatures,
  armCount: number,
): Forecast {
  const { own } = precisions
  const features = own.length
  const size = features + 1
  const mean = new Float64Array(armCount)
  const ownVariance = new Float64Array(armCount)
  const loads: Float64Array[] = []
  for (let arm = 0; arm < armCount; arm++) {
    const { covariance, expected } = arms[arm]
    const column = new Float64Array(size)
    for (const [place, feature] of at.index.entries()) {
      const value = at.value[place]
      mean[arm] += value * expected[feature]
      for (let row = 0; row < size; row++) column[row] += value * covariance[feature * size + row]
    }
    for (const [place, feature] of at.index.entries()) ownVariance[arm] += at.value[place] * column[feature]
    const load = new Float64Array(features)
    for (let row = 0; row < features; row++) load[row] = own[row] * column[row + 1]
    loads.push(load)
  }
  const first = mean.indexOf(Math.max(...mean))
  const variance = new Float64Array(armCount)
  const spreadOf = (arm: number): Float64Array => {
    const spread = new Float64Array(features)
    const load = loads[arm]
    for (let row = 0; row < features; row++) {
      let sum = 0
      for (let column = 0; column < features; column++) sum += sharedCovariance[row * features + column] * load[column]
      spread[row] = sum
    }
    return spread
  }
  const firstSpread = spreadOf(first)
  const firstVariance = ownVariance[first] + dot(loads[first], firstSpread)
  for (let arm = 0; arm < armCount; arm++) {
    if (arm === first) {
      variance[arm] = firstVariance
      continue
    }
    const common = dot(loads[arm], firstSpread)
    const total = ownVariance[arm] + dot(loads[arm], spreadOf(arm))
    variance[arm] = Math.max(1e-12, total - (common * common) / firstVariance)
  }
  return { mean, variance, ownVariance }
}

function dot(one: Float64Array, two: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at] * two[at]
  return sum
}

// The index of each arm for one kind of people: GDP-IMED's evidence against the arm, averaged over
// the models (gdp-context.md). The arm with the least index is played.

import { evidence, leaderLevel, leastEvidence } from "../algorithms/gdp-imed-index.ts"
import { fractions } from "../parts/rounds.ts"
import { type Forecast, findLargest, forecastMeans, type ModelForecast } from "./context-forecast.ts"
import type { ContextFeatures } from "./context-plan.ts"
import { contextModels, ranksArmsAlike } from "./models.ts"
import type { ContextPosterior, ModelPosterior } from "./posterior.ts"

/**
 * Noise on a cell's sum over 1/eta², about: what residual releases leave however often they are
 * made.
 */
const noiseFactor = 2
const ceiling = 1 - 1e-9
/** A bound of an index may be more than the index by a rounding error, and not by this. */
const roundingMargin = 1e-6

/** The inputs of the index beside the posterior. */
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
  /**
   * Where answers come late or never: what is to be expected of each arm's decisions for people
   * like this one.
   */
  readonly outlook?: readonly AnswerForecast[]
}

/** How late and missing answers change the knowledge about an arm. */
export interface AnswerForecast {
  /**
   * How many times as many answers there will be once those under way have come: of all people, and
   * of this group.
   */
  readonly times: number
  readonly timesInGroup: number
  /**
   * The worth of a decision that nobody answers, and the share of decisions that is answered;
   * silence is ignored with 1.
   */
  readonly silence: number
  readonly answered: number
}

export interface ArmIndices {
  /** The arm with the largest expected mean for these people. */
  readonly leader: number
  readonly index: readonly number[]
}

/**
 * The index of each arm for the people of these forecasts. An arm that surely has not the least one
 * gets a bound of its index: less than its index, and more than the least.
 */
export function computeIndices(
  { variance, models, noInteraction }: ContextPosterior,
  forecasts: readonly ModelForecast[],
  { eta, counts, left, share, excluded, outlook }: IndexSetting,
): ArmIndices {
  const armCount = counts.length
  const noise = noiseFactor / (eta * eta)
  const expected = expectMeans(forecasts, excluded, outlook)
  const leader = findLeader(models, expected, excluded)
  const owns = expected.map(({ number }) => variance * contextModels[number].own ** 2)
  const bests = expected.map(({ mean }) => Math.min(ceiling, Math.max(0, mean[findLargest(mean)])))
  const rewards = fractions(expected.length)
  const reached = fractions(expected.length)

  /** The index of an arm, given how much evidence there is against it in a model. */
  const sumModels = (arm: number, weighEvidence: typeof evidence | null): number => {
    let sum = 0
    for (let at = 0; at < expected.length; at++) {
      const forecast = expected[at]
      const against = weighEvidence === null ? 0 : weigh(weighEvidence, forecast, arm, variance, noise, bests[at])
      sum += (forecast.weight * Math.exp(-against) * reached[at]) / rewards[at]
    }
    return -Math.log(sum + 1e-300)
  }
  const prepare = (arm: number): void => {
    const count = counts[arm] * (outlook?.[arm]?.times ?? 1)
    for (let at = 0; at < expected.length; at++) {
      const blur = expected[at].variance[arm]
      // As many rewards at this point as would leave the same variance.
      rewards[at] = (variance + Math.sqrt(variance * variance + 4 * blur * noise)) / (2 * blur)
      reached[at] = reach(owns[at], variance, count, share)
    }
  }

  const index = fractions(armCount)
  prepare(leader)
  index[leader] = leaderLevel(sumModels(leader, null), left * (1 - 0.5 * noInteraction), armCount)
  const open: number[] = []
  for (let arm = 0; arm < armCount; arm++) {
    if (arm === leader) continue
    if (excluded?.has(arm) === true) {
      index[arm] = Number.MAX_VALUE
      continue
    }
    prepare(arm)
    index[arm] = sumModels(arm, leastEvidence)
    open.push(arm)
  }
  // The least bound first: after it few others can still be less.
  open.sort((one, other) => index[one] - index[other])
  let { [leader]: least } = index
  for (const arm of open) {
    if (index[arm] > least + roundingMargin) break
    prepare(arm)
    index[arm] = sumModels(arm, evidence)
    least = Math.min(least, index[arm])
  }
  return { leader, index }
}

/**
 * The arm with the largest expected mean for people with these features: that of the indices,
 * without their variances.
 */
export function computeLeader(
  { models }: ContextPosterior,
  features: ContextFeatures,
  { excluded, outlook }: Pick<IndexSetting, "excluded" | "outlook">,
): number {
  const expected = models.map((model, number) => {
    const mean = forecastMeans(model, features)
    for (const [arm, { silence, answered }] of outlook?.entries() ?? [])
      mean[arm] = silence + answered * (mean[arm] - silence)
    return { number, mean }
  })
  return findLeader(models, expected, excluded)
}

/** The expected state once answers under way have come. */
function expectMeans(
  forecasts: readonly ModelForecast[],
  excluded: ReadonlySet<number> | undefined,
  outlook: readonly AnswerForecast[] | undefined,
): ModelForecast[] {
  const expected = forecasts.map((known) => {
    if (outlook !== undefined) return lookAhead(known, outlook)
    return excluded === undefined ? known : { ...known, mean: known.mean.slice() }
  })
  for (const arm of excluded ?? []) for (const { mean } of expected) mean[arm] = Number.NEGATIVE_INFINITY
  return expected
}

function findLeader(
  models: readonly ModelPosterior[],
  expected: readonly Pick<ModelForecast, "number" | "mean">[],
  excluded: ReadonlySet<number> | undefined,
): number {
  const means = fractions(models[0].expected.length)
  // Excluded arms are left out of the sum: a model that weighs 0 would make NaN of them.
  for (const { number, mean } of expected)
    for (let arm = 0; arm < means.length; arm++)
      means[arm] =
        excluded?.has(arm) === true ? Number.NEGATIVE_INFINITY : means[arm] + models[number].weight * mean[arm]
  return findLargest(means)
}

/** Evidence against a mean of `best`, with the arm's variance split into sampling and noise. */
function weigh(
  weighEvidence: typeof evidence,
  forecast: Forecast,
  arm: number,
  variance: number,
  noise: number,
  best: number,
): number {
  const mean = forecast.mean[arm]
  if (best <= mean) return 0
  const blur = forecast.variance[arm]
  const sampled = (variance * variance) / (variance * variance + noise * forecast.ownVariance[arm])
  return Math.min(600, weighEvidence(mean, variance / (blur * sampled), blur * (1 - sampled), best))
}

/** The share of the traffic that a reward at this point tells something about. */
function reach(own: number, variance: number, count: number, share: number): number {
  if (count === 0) return 1
  const worth = variance / (variance / count + 1 / (1 / own + (count * share) / variance))
  return Math.min(1, Math.max(share, worth / count))
}

/** The knowledge once answers under way have arrived; some decisions are never answered. */
function lookAhead({ number, weight, ...known }: ModelForecast, outlook: readonly AnswerForecast[]): ModelForecast {
  const isAlike = ranksArmsAlike(number)
  const armCount = outlook.length
  const mean = fractions(armCount)
  const variance = fractions(armCount)
  const ownVariance = fractions(armCount)
  // A plain loop for speed: with answers under way it runs for every model in every decision.
  for (let arm = 0; arm < armCount; arm++) {
    const { times, timesInGroup, silence, answered } = outlook[arm]
    const factor = (answered * answered) / (isAlike ? times : timesInGroup)
    mean[arm] = silence + answered * (known.mean[arm] - silence)
    variance[arm] = known.variance[arm] * factor
    ownVariance[arm] = known.ownVariance[arm] * factor
  }
  return { number, weight, mean, variance, ownVariance }
}

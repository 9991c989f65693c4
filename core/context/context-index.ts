// The index of each arm for one kind of people: GDP-IMED's evidence against the arm, averaged over
// the models (gdp-context.md). The arm with the least index is played.

import { leaderLevel } from "../algorithms/gdp-imed-index.ts"
import { findLargest } from "../numerics/find-largest.ts"
import { fractions } from "../parts/rounds.ts"
import { boundEvidence, computeEvidence, countEquivalentRewards } from "./context-evidence.ts"
import { forecastMeans, type ModelForecast } from "./context-forecast.ts"
import type { ContextFeatures } from "./context-plan.ts"
import {
  type AnswerForecast,
  applyAnswers,
  boundVariance,
  type ExpectedModel,
  expectModel,
  readVariance,
} from "./expected-model.ts"
import type { ContextPosterior, ModelPosterior } from "./posterior.ts"

/**
 * About the variance of the noise on a cell's sum, times eta²: residual releases leave this much
 * however often they are made.
 */
const noiseFactor = 2
/** Rounding may raise a bound above its index, by less than this. */
const roundingMargin = 1e-6

/** The inputs of the index beside the posterior. */
export interface IndexSetting {
  readonly eta: number
  /** Rewards of each arm that were released. */
  readonly counts: readonly number[]
  readonly roundsLeft: number
  /** The share of the traffic that is like this person, in (0, 1]. */
  readonly trafficShare: number
  /** Arms that cannot be chosen now. */
  readonly excluded?: ReadonlySet<number>
  /** Expected answers of each arm from people like this one, where answers come late or never. */
  readonly answers?: readonly AnswerForecast[]
}

export interface ArmIndices {
  /** The arm with the largest expected mean for these people. */
  readonly leader: number
  readonly indices: readonly number[]
}

/**
 * The index of each arm for the people of these forecasts. Where an arm surely does not have the
 * smallest index, its entry is only a lower bound, which is above the smallest index.
 */
export function computeIndices(
  { variance, models, noInteraction }: ContextPosterior,
  forecasts: readonly ModelForecast[],
  { eta, counts, roundsLeft, trafficShare, excluded, answers }: IndexSetting,
): ArmIndices {
  const law = { variance, noise: noiseFactor / (eta * eta) }
  const expected = forecasts.map((forecast) => expectModel(forecast, variance, excluded, answers))
  const leader = findLeader(models, expected, excluded)

  const weighTerm = ({ weight, ownPrior }: ExpectedModel, arm: number, against: number, armVariance: number) => {
    const count = counts[arm] * (answers?.[arm]?.growth ?? 1)
    const reach = computeReach(ownPrior, variance, count, trafficShare)
    return (weight * Math.exp(-against) * reach) / countEquivalentRewards(law, armVariance)
  }
  const computeTerm = (model: ExpectedModel, arm: number): number => {
    const exact = readVariance(model, arm)
    const against = arm === leader ? 0 : computeEvidence(law, model.means[arm], exact, model.best)
    return weighTerm(model, arm, against, exact.variance)
  }
  const boundTerm = (model: ExpectedModel, arm: number): number => {
    const { least, most } = boundVariance(model, arm)
    return weighTerm(model, arm, boundEvidence(law, model.means[arm], least, most, model.best), most)
  }

  const indices = fractions(counts.length)
  const level = sumTerms(expected.map((model) => computeTerm(model, leader)))
  indices[leader] = leaderLevel(level, roundsLeft * (1 - 0.5 * noInteraction), counts.length)
  const terms: number[][] = []
  const candidates: number[] = []
  for (let arm = 0; arm < counts.length; arm++) {
    if (arm === leader) continue
    if (excluded?.has(arm) === true) {
      indices[arm] = Number.MAX_VALUE
      continue
    }
    terms[arm] = expected.map((model) => boundTerm(model, arm))
    indices[arm] = sumTerms(terms[arm])
    candidates.push(arm)
  }
  // Small bounds first: they lower the least index, which rules out most other arms.
  candidates.sort((one, other) => indices[one] - indices[other])
  let least = indices[leader]
  for (const arm of candidates) {
    indices[arm] = refineIndex(terms[arm], least + roundingMargin, (place) => computeTerm(expected[place], arm))
    least = Math.min(least, indices[arm])
  }
  return { leader, indices }
}

/** Replaces bounds by exact terms, the largest first, until the index is above `limit` or exact. */
function refineIndex(terms: number[], limit: number, computeTerm: (place: number) => number): number {
  const isExact = terms.map(() => false)
  let index = sumTerms(terms)
  while (index <= limit) {
    const place = findLargestBound(terms, isExact)
    if (place < 0) break
    terms[place] = computeTerm(place)
    isExact[place] = true
    index = sumTerms(terms)
  }
  return index
}

/** The index of an arm to which the models add these terms. */
function sumTerms(terms: readonly number[]): number {
  let sum = 0
  for (let place = 0; place < terms.length; place++) sum += terms[place]
  return -Math.log(sum + 1e-300)
}

/** The place of the largest term that is not exact; -1 if all are. */
function findLargestBound(terms: readonly number[], isExact: readonly boolean[]): number {
  let found = -1
  for (let place = 0; place < terms.length; place++)
    if (!isExact[place] && (found < 0 || terms[place] > terms[found])) found = place
  return found
}

/** The same arm as the leader of `computeIndices`, without computing variances. */
export function computeLeader(
  { models }: ContextPosterior,
  features: ContextFeatures,
  { excluded, answers }: Pick<IndexSetting, "excluded" | "answers">,
): number {
  const expected = models.map((posterior, model) => {
    const means = forecastMeans(posterior, features)
    if (answers !== undefined) applyAnswers(means, answers)
    return { model, means }
  })
  return findLeader(models, expected, excluded)
}

function findLeader(
  models: readonly ModelPosterior[],
  expected: readonly Pick<ExpectedModel, "model" | "means">[],
  excluded: ReadonlySet<number> | undefined,
): number {
  const averages = fractions(models[0].expected.length)
  // An excluded arm gets no sum: 0 × -∞ would be NaN.
  for (const { model, means } of expected)
    for (let arm = 0; arm < averages.length; arm++)
      averages[arm] =
        excluded?.has(arm) === true ? Number.NEGATIVE_INFINITY : averages[arm] + models[model].weight * means[arm]
  return findLargest(averages)
}

/**
 * The share of an arm's rewards that tell about these people, from their share of the traffic to 1.
 */
function computeReach(ownPrior: number, variance: number, count: number, trafficShare: number): number {
  if (count === 0) return 1
  const equivalentRewards = variance / (variance / count + 1 / (1 / ownPrior + (count * trafficShare) / variance))
  return Math.min(1, Math.max(trafficShare, equivalentRewards / count))
}

// The evidence against an arm under one model (gdp-context.md): exact, and a lower bound that needs
// only bounds of the arm's variance.

import { evidence } from "../algorithms/gdp-imed-index.ts"
import type { ForecastVariance } from "./point-variances.ts"

/** e^-600 is below every other term, so more evidence changes nothing. */
const mostEvidence = 600

/** The variance of a reward, and that of the noise on a cell's sum. */
export interface RewardLaw {
  readonly variance: number
  readonly noise: number
}

/** The number of rewards whose noisy mean has this variance. */
export function countEquivalentRewards(law: RewardLaw, variance: number): number {
  return (law.variance + Math.sqrt(law.variance * law.variance + 4 * variance * law.noise)) / (2 * variance)
}

/** The share of an arm's variance that comes from sampling; the rest is noise. */
const computeSampledShare = ({ variance, noise }: RewardLaw, ownVariance: number): number =>
  (variance * variance) / (variance * variance + noise * ownVariance)

/** Evidence against a mean of `best`. */
export function computeEvidence(
  law: RewardLaw,
  mean: number,
  { variance, ownVariance }: ForecastVariance,
  best: number,
): number {
  if (best <= mean) return 0
  const sampled = computeSampledShare(law, ownVariance)
  return Math.min(mostEvidence, evidence(mean, law.variance / (variance * sampled), variance * (1 - sampled), best))
}

/**
 * A lower bound of `computeEvidence` for every variance up to `most` whose own part is at least
 * `least`. It needs no root search, since kl(z, y) ≥ (y - z)²/2V, where V is the largest variance
 * of a mean between z and y.
 */
export function boundEvidence(law: RewardLaw, mean: number, least: number, most: number, best: number): number {
  if (best <= mean) return 0
  const noisiestMean = Math.min(best, Math.max(0.5, mean))
  const ratio = (noisiestMean * (1 - noisiestMean)) / law.variance
  // The sampled share falls as the own variance grows. The spread is linear in it, so largest at an
  // end.
  const [mostSampled, leastSampled] = [computeSampledShare(law, least), computeSampledShare(law, most)]
  const spread = Math.max(mostSampled * (ratio - 1), leastSampled * (ratio - 1)) + 1
  const against = (best - mean) ** 2 / spread - (mean < 0 ? (mean * mean) / (1 - mostSampled) : 0)
  return Math.min(mostEvidence, Math.max(0, against) / (2 * most))
}

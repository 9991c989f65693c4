// Pulls that no algorithm can do without at fixed confidence and privacy, on average: what is
// proved for every arm (docs/theory.md, Theorem C), and characteristic times of the literature.

import { bernoulliKl } from "@armistice/core/numerics"
import { computeLimit, noisyCount } from "../bounds/noisy-count.ts"
import type { IdentificationPrivacy } from "./identification-entries.ts"
import { tulapCdf } from "./tulap.ts"

/** Lower bounds on the mean number of pulls, for Bernoulli arms. */
export interface IdentificationBound {
  /** For each arm, what a test of its rewards at this privacy must see (Theorem C). */
  readonly byArm: readonly number[]
  /** The sum over arms. */
  readonly private: number
  /** Garivier and Kaufmann (2016): T*(μ) kl(α, 1-α) at error α. Null where a mean is 0 or 1. */
  readonly nonPrivate: number | null
  /** Azize et al. (2023), ε-DP only: T*_TV(μ) ln(1/(3α))/(6ε). Null for GDP. */
  readonly totalVariation: number | null
  readonly largest: number
}

/** The instance to compute a lower bound for. */
export interface IdentificationBoundRequest {
  readonly means: readonly number[]
  readonly error: number
  readonly privacy: IdentificationPrivacy
}

/** Computes what every delta-correct algorithm of this privacy needs on these arms. */
export function identificationBound({ means, error, privacy }: IdentificationBoundRequest): IdentificationBound {
  const best = Math.max(...means)
  const leader = means.indexOf(best)
  const second = Math.max(...means.filter((_, arm) => arm !== leader))
  const byArm = means.map((mean, arm) =>
    arm === leader ? leastPulls(1 - mean, 1 - second, error, privacy) : leastPulls(mean, best, error, privacy),
  )
  const sum = byArm.reduce((total, one) => total + one, 0)
  const nonPrivate = means.some((mean) => mean <= 0 || mean >= 1)
    ? null
    : computeCharacteristicTime(means) * decision(error)
  const totalVariation =
    "epsilon" in privacy
      ? (computeTotalVariationTime(means) * Math.max(0, Math.log(1 / (3 * error)))) / (6 * privacy.epsilon)
      : null
  return {
    byArm,
    private: sum,
    nonPrivate,
    totalVariation,
    largest: Math.max(sum, nonPrivate ?? 0, totalVariation ?? 0),
  }
}

/** kl(α, 1-α) at error α. */
const decision = (error: number): number => (error < 0.5 ? bernoulliKl(error, 1 - error) : 0)

/** Tests are computed for numbers of rewards that grow by this; between them the later counts. */
const growth = 1.04
const mostRewards = 1e9
/** Sums are rounded; bounds are stated this much lower. */
const roundedDown = 1 - 1e-9

/**
 * Theorem C: an arm of this mean, which would be best, or best no more, with a mean of `raised`,
 * has Σ_n (1 - α - β_n) pulls at least; β_n is the power of the best test of n rewards at level α.
 */
function leastPulls(mean: number, raised: number, error: number, privacy: IdentificationPrivacy): number {
  const [scale, cdf, reach] =
    "eta" in privacy
      ? ([privacy.eta, undefined, 40] as const)
      : ([1, tulapCdf(privacy.epsilon), 1 + 40 / Math.min(1, privacy.epsilon)] as const)
  let pulls = Math.max(0, 1 - 2 * error)
  let [before, n] = [0, 1]
  while (n < mostRewards) {
    const limit = computeLimit(error, n, scale, noisyCount(n, raised, scale, 250, cdf), reach)
    const power = limit === Number.POSITIVE_INFINITY ? 1 : noisyCount(n, mean, scale, 250, cdf).over(limit)
    const missing = 1 - error - power
    if (missing <= 0) break
    pulls += (n - before) * missing
    before = n
    n = Math.max(n + 1, Math.floor(growth * n))
  }
  return roundedDown * pulls
}

/** 1/T* = max over shares w of min over arms a of w_1 kl(μ_1, m) + w_a kl(μ_a, m), m their mean. */
export function computeCharacteristicTime(means: readonly number[]): number {
  const leader = means.indexOf(Math.max(...means))
  const others = means.filter((_, arm) => arm !== leader)
  const best = means[leader]
  // The benefit of x pulls of an arm beside one of the best, and its inverse (their Theorem 5).
  const worth = (mean: number, x: number): number => {
    const middle = (best + x * mean) / (1 + x)
    return bernoulliKl(best, middle) + x * bernoulliKl(mean, middle)
  }
  const pullsFor = (mean: number, level: number): number => findRoot((x) => worth(mean, x) - level)
  const most = Math.min(...others.map((mean) => bernoulliKl(best, mean)))
  const balance = (level: number): number =>
    others.reduce((sum, mean) => {
      const x = pullsFor(mean, level)
      const middle = (best + x * mean) / (1 + x)
      return sum + bernoulliKl(best, middle) / bernoulliKl(mean, middle)
    }, -1)
  let [low, high] = [0, most]
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (balance(middle) < 0) low = middle
    else high = middle
  }
  const total = others.reduce((sum, mean) => sum + pullsFor(mean, low), 1)
  return total / low
}

/** The point above 0 where a rising function is 0. */
function findRoot(rising: (x: number) => number): number {
  let [low, high] = [0, 1]
  for (; rising(high) < 0 && high < 1e15; high *= 2) low = high
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (rising(middle) < 0) low = middle
    else high = middle
  }
  return high
}

/** T*_TV of Bernoulli arms: 1/Δ_min + Σ 1/Δ_a. */
export function computeTotalVariationTime(means: readonly number[]): number {
  const best = Math.max(...means)
  const gaps = means.filter((_, arm) => arm !== means.indexOf(best)).map((mean) => best - mean)
  return gaps.reduce((sum, gap) => sum + 1 / gap, 1 / Math.min(...gaps))
}

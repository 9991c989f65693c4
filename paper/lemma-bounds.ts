// The facts and lemmas of the paper's appendices as numbers: each the largest value of its left
// side over its right side, or the constant that its proof leaves inside an O.

import { samplingBudget } from "@armistice/core"
import { betaCdf, normalCdf, normalLogCdf, normalPdf, normalTail } from "@armistice/core/numerics"

/** Simpson's rule. */
export function integrate(f: (x: number) => number, from: number, to: number, steps = 2000): number {
  const width = (to - from) / (2 * steps)
  let sum = f(from) + f(to)
  for (let step = 1; step < 2 * steps; step++) sum += (step % 2 === 1 ? 4 : 2) * f(from + step * width)
  return (sum * width) / 3
}

/** Fact A.1: the largest ln^(1-α) T / ((1-α) ln T + 1) over T > e³ and α in [0, 1], 1 at α = 1. */
export function largestFactRatio(): number {
  let largest = 0
  for (let place = 0; place <= 200; place++) {
    const log = 3 * 1.05 ** place
    for (let step = 0; step <= 100; step++) {
      const share = 1 - step / 100
      largest = Math.max(largest, log ** share / (share * log + 1))
    }
  }
  return largest
}

/**
 * Lemma C.1 for any rewards in [0, 1], any number of them and any ln^α T ≥ 1. With u for how far
 * the mean is too low, in standard deviations of a draw, the chance of more than u is at most
 * e^(-2u² ln^α T) (Hoeffding), so E[1/P] - 1 is at most its value at u = 0 plus the integral of its
 * slope times that chance; `lead` is how much lower the level to exceed is.
 */
export function boundInverseChance(variance: number, lead: number): number {
  const slope = (u: number): number => {
    const chance = normalTail(u - lead)
    return (normalPdf(u - lead) / (chance * chance)) * Math.exp(-2 * u * u * variance)
  }
  // 1/P - 1 = Φ/(1 - Φ), without the loss of digits where P is nearly 1.
  return normalCdf(-lead) / normalTail(-lead) + integrate(slope, 0, 12)
}

/** The same for rewards of 0 and 1, exactly: a number that the lemma's left side reaches. */
export function inverseChance(count: number, mean: number, variance: number): number {
  const logOdds = Math.log(mean / (1 - mean))
  let logChance = count * Math.log1p(-mean)
  let sum = 0
  for (let ones = 0; ones <= count; ones++) {
    const exceeds = normalLogCdf((ones / count - mean) * Math.sqrt(count / variance))
    sum += Math.exp(logChance - exceeds)
    logChance += Math.log((count - ones) / (ones + 1)) + logOdds
  }
  return sum - 1
}

/** Lemma C.1, second part: the largest T Δ² times the bound, at the fewest rewards it allows. */
export function largestScaledInverseChance(): number {
  let largest = 0
  for (let log = 1; log <= 30; log += 0.25) {
    const lead = (1 + Math.SQRT2) * Math.sqrt(log)
    largest = Math.max(largest, Math.exp(log) * boundInverseChance(1, lead))
  }
  return largest
}

/** The sums of the proof of Lemma C.1, to infinity; the integral of the terms bounds the rest. */
export function proofSums(): { readonly first: number; readonly second: number } {
  let first = 0
  let second = 0
  const last = 200_000
  for (let r = 1; r <= last; r++) {
    const log = Math.log(r + 2)
    first += (Math.sqrt(Math.PI) * (2 * log + 1) * (r + 2) * 2) / (Math.sqrt(log) * (r + 1) ** 4)
    second += (Math.sqrt((r + 1) * Math.log(r + 1)) + Math.sqrt(r + 1)) / (r * r)
  }
  // By parts, ∫ √ln x x^(-3/2) dx from R is at most 2 (√ln R + 1/√ln R)/√R.
  const end = last + 0.5
  second += (2 / Math.sqrt(end)) * (Math.sqrt(Math.log(end)) + 1 / Math.sqrt(Math.log(end)) + 1)
  return { first, second }
}

/** Lemma D.1 times Δ²: Σ over epochs of 2^(s+1) P(the best of φ draws is so high). */
export function computeOverdraw(alpha: number, horizon: number, gap: number): number {
  const budget = samplingBudget(alpha, horizon)
  const level = Math.sqrt(2 * Math.log(horizon * gap * gap * budget))
  // 1 - Φ(x)^φ.
  const chance = -Math.expm1(Math.floor(budget) * Math.log1p(-normalTail(level)))
  return gap * gap * sumEpochs(horizon, () => chance)
}

/** Lemma D.2 times Δ²: Σ over epochs of 2^(s+1) P(the mean of 2^s rewards is so far off). */
export function computeMisled(horizon: number, gap: number, mean: number): number {
  const radius = Math.sqrt(Math.log(horizon * gap * gap))
  return gap * gap * sumEpochs(horizon, (count) => deviationChance(count, mean, radius / Math.sqrt(count)))
}

/** Every 2^s up to T, weighed with 2^(s+1). */
function sumEpochs(horizon: number, computeChance: (count: number) => number): number {
  let sum = 0
  for (let count = 1; count <= horizon; count *= 2) sum += 2 * count * computeChance(count)
  return sum
}

/** P(|mean of n Bernoulli(μ) - μ| > radius), from the incomplete beta function. */
function deviationChance(count: number, mean: number, radius: number): number {
  const low = Math.ceil(count * (mean - radius)) - 1
  const high = Math.floor(count * (mean + radius)) + 1
  // P(X ≤ k) = I(1-μ; n-k, k+1), P(X ≥ k) = I(μ; k, n-k+1).
  const below = low < 0 ? 0 : low >= count ? 1 : betaCdf(count - low, low + 1, 1 - mean)
  const above = high > count ? 0 : high <= 0 ? 1 : betaCdf(high, count - high + 1, mean)
  return below + above
}

/** An arm's model in a round: drawn around a mean, or a largest draw that is reused. */
export interface ArmModel {
  readonly centre: number
  /** 0 for a model that is reused. */
  readonly deviation: number
}

/**
 * Lemma D.3 given a history: its left side over its right side. Arm 0 is the optimal one and draws;
 * arm i is any other. Both sides integrate over the model of the arm that is pulled.
 */
export function pullRatio(models: readonly ArmModel[], i: number, level: number): number {
  const [optimal] = models
  const below = ({ centre, deviation }: ArmModel, x: number): number =>
    deviation === 0 ? (centre <= x ? 1 : 0) : normalCdf((x - centre) / deviation)
  const othersBelow = (arm: number, x: number): number =>
    models.reduce((product, model, other) => (other === arm ? product : product * below(model, x)), 1)
  const pulledUpTo = (arm: number, most: number): number => {
    const { centre, deviation } = models[arm]
    if (deviation === 0) return centre <= most ? othersBelow(arm, centre) : 0
    const density = (x: number) => normalPdf((x - centre) / deviation) / deviation
    const [from, to] = [centre - 9 * deviation, Math.min(most, centre + 9 * deviation)]
    return to <= from ? 0 : integrate((x) => density(x) * othersBelow(arm, x), from, to, 600)
  }
  const missed = below(optimal, level)
  const bound = (missed / (1 - missed)) * pulledUpTo(0, Number.POSITIVE_INFINITY)
  return pulledUpTo(i, level) / bound
}

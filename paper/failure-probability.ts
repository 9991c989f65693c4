// Lemma 4.1, computed: the probability that the best of m draws from N(mean of n rewards, v/n)
// stays below the true mean. For Bernoulli rewards it is the sum over k of Bin(k; n, μ) · Φ((μ -
// k/n)√(n/v))^m, for any rewards in [0, 1] at most the integral.

import { normalCdf, normalLogCdf, normalPdf } from "@armistice/core/numerics"

export interface Worst {
  /** ln of the largest failure probability found. */
  readonly log: number
  readonly n: number
  readonly mean: number
}

/** ln of the failure probability for n Bernoulli rewards of mean μ. */
export function logFailure(n: number, mean: number, variance: number, draws: number): number {
  const logOdds = Math.log(mean / (1 - mean))
  const scale = Math.sqrt(n / variance)
  let logChance = n * Math.log1p(-mean)
  let largest = Number.NEGATIVE_INFINITY
  let sum = 0
  for (let k = 0; k <= n; k++) {
    const term = logChance + draws * normalLogCdf((mean - k / n) * scale)
    if (term > largest) {
      sum = sum * Math.exp(largest - term) + 1
      largest = term
    } else sum += Math.exp(term - largest)
    // Terms fall for good once k is past the mean and they are far below the largest.
    if (k > mean * n && term < largest - 40) break
    logChance += Math.log((n - k) / (k + 1)) + logOdds
  }
  return largest + Math.log(sum)
}

/** Every n to 32, then 12 % apart; the largest is looked for again around the best. */
function sampleSizes(most: number): number[] {
  const sizes: number[] = []
  for (let n = 1; n <= most; n = n < 32 ? n + 1 : Math.ceil(1.12 * n)) sizes.push(n)
  return sizes
}

/** The largest failure probability over 1 ≤ n ≤ `most` and 0 < μ < 1. */
export function findWorstFailure(variance: number, draws: number, most: number): Worst {
  let worst: Worst = { log: Number.NEGATIVE_INFINITY, n: 1, mean: 0.5 }
  const visit = (n: number) => {
    const found = worstMean(n, variance, draws)
    if (found.log > worst.log) worst = found
  }
  for (const n of sampleSizes(most)) visit(n)
  const centre = worst.n
  for (let n = Math.max(1, Math.floor(centre / 1.12)); n <= Math.min(most, Math.ceil(1.12 * centre)); n++)
    if (n <= 64 || n % Math.ceil(n / 64) === 0) visit(n)
  return worst
}

/** The largest over μ: a grid, then golden sections around its best point. */
function worstMean(n: number, variance: number, draws: number): Worst {
  const steps = 24
  const at = (step: number) => Math.sin((Math.PI * step) / (2 * steps)) ** 2
  let best = 1
  let bestLog = Number.NEGATIVE_INFINITY
  for (let step = 1; step < steps; step++) {
    const log = logFailure(n, at(step), variance, draws)
    if (log > bestLog) {
      bestLog = log
      best = step
    }
  }
  let low = at(best - 1) + 1e-12
  let high = at(best + 1) - 1e-12
  const golden = (Math.sqrt(5) - 1) / 2
  let mean = at(best)
  for (let step = 0; step < 18; step++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    const [a, b] = [logFailure(n, left, variance, draws), logFailure(n, right, variance, draws)]
    const top = Math.max(a, b)
    if (top > bestLog) {
      bestLog = top
      mean = a > b ? left : right
    }
    if (a > b) high = right
    else low = left
  }
  return { log: bestLog, n, mean }
}

/** The limit n → ∞ at μ = 1/2, where the mean spreads most: ∫ pdf(z) Φ(z / (2√v))^m dz. */
export function failureLimit(variance: number, draws: number): number {
  const steps = 2000
  const width = 0.5 / Math.sqrt(variance)
  let sum = 0
  // Simpson's rule from -12 to 28; the integrand is nothing at both ends.
  for (let step = 1; step < 2 * steps; step++) {
    const z = -12 + (step * 40) / (2 * steps)
    sum += (step % 2 === 1 ? 4 : 2) * normalPdf(z) * Math.exp(draws * normalLogCdf(z * width))
  }
  return (sum * 40) / (2 * steps) / 3
}

/**
 * An upper bound for every n, μ and rewards in [0, 1]: 2^-m + ∫₀^∞ m Φ(u)^(m-1) pdf(u) e^(-2u²v)
 * du. The mean is below μ by u standard deviations of a draw with probability at most e^(-2u²v)
 * (Hoeffding); integrate Φ(u)^m over that by parts.
 */
export function failureBound(variance: number, draws: number): number {
  const steps = 4000
  const most = 12
  let sum = 0
  for (let step = 1; step < 2 * steps; step++) {
    const u = (step * most) / (2 * steps)
    const log = (draws - 1) * normalLogCdf(u) - 2 * u * u * variance
    sum += (step % 2 === 1 ? 4 : 2) * draws * Math.exp(log) * normalPdf(u)
  }
  // The ends of Simpson's rule: at 0 the integrand is m 2^(1-m) pdf(0), at 12 it is nothing.
  sum += draws * normalCdf(0) ** (draws - 1) * normalPdf(0)
  return 2 ** -draws + (sum * most) / (2 * steps) / 3
}

/** The fewest draws with `failure(draws)` at most `target`; failure falls with every draw. */
export function findFewestDraws(target: number, failure: (draws: number) => number): number {
  let high = 1
  while (failure(high) > target) high *= 2
  let low = high / 2
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (failure(middle) > target) low = middle
    else high = middle
  }
  return high
}

/** The proof's chain (a) to (c), with ln^(1-α) T + 1 as a denominator or as printed, without 1. */
export function chainBound(alpha: number, horizon: number, draws: number, isPrinted: boolean): number {
  const ln = Math.log(horizon)
  const power = ln ** (1 - alpha)
  const tail = Math.exp(-0.5 * ((1 - alpha) * ln + 1)) / Math.sqrt(2 * Math.PI)
  const chance = (tail * Math.sqrt(power)) / (isPrinted ? power : power + 1)
  return (1 - chance) ** draws + 2 / horizon ** 2
}

// The chance that a binomial count plus N(0, 1/η²) is at most c/η, which is E Φ(c - ηB): by Theorem
// A the best test that an η-GDP policy can make of n rewards. Bounded from both sides. With another
// law of noise in place of Φ it is the best test of another kind of privacy.

import { normalCdf } from "@armistice/core/numerics"

export interface NoisyCount {
  /** At most the chance. */
  under(c: number): number
  /** At least the chance. */
  over(c: number): number
}

/** Weights below this share of the largest are left out; `over` counts them in full. */
const negligible = 1e-18
const leftOut = 1e-14

export function noisyCount(n: number, p: number, eta: number, blockCount = 250, cdf = normalCdf): NoisyCount {
  const { first, weights } = binomialWeights(n, p)
  const width = Math.max(1, Math.ceil(weights.length / blockCount))
  const blocks: { readonly low: number; readonly high: number; readonly weight: number }[] = []
  for (let start = 0; start < weights.length; start += width) {
    const end = Math.min(start + width, weights.length)
    let weight = 0
    for (let index = start; index < end; index++) weight += weights[index]
    blocks.push({ low: eta * (first + start), high: eta * (first + end - 1), weight })
  }
  return {
    under: (c) => (1 - leftOut) * blocks.reduce((sum, { high, weight }) => sum + weight * cdf(c - high), 0),
    over: (c) => leftOut + blocks.reduce((sum, { low, weight }) => sum + weight * cdf(c - low), 0),
  }
}

/** The smallest c with `under(c)` at least `chance`, never too small; noise ends at `reach`. */
export function computeLimit(chance: number, n: number, eta: number, { under }: NoisyCount, reach = 40): number {
  if (chance >= 1) return Number.POSITIVE_INFINITY
  let low = -reach
  let high = eta * n + reach
  if (under(high) < chance) return Number.POSITIVE_INFINITY
  for (let step = 0; step < 60 && high - low > 1e-12 * (1 + Math.abs(high)); step++) {
    const middle = (low + high) / 2
    if (under(middle) < chance) low = middle
    else high = middle
  }
  return high
}

/** Probabilities of the counts that matter, from the most likely one outwards. */
function binomialWeights(n: number, p: number): { readonly first: number; readonly weights: Float64Array } {
  if (p <= 0 || p >= 1) return { first: p <= 0 ? 0 : n, weights: Float64Array.of(1) }
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const odds = p / (1 - p)
  const below: number[] = []
  const above: number[] = []
  for (let count = mode, weight = 1; count > 0 && weight > negligible; count--) {
    weight *= count / ((n - count + 1) * odds)
    below.push(weight)
  }
  for (let count = mode, weight = 1; count < n && weight > negligible; count++) {
    weight *= ((n - count) * odds) / (count + 1)
    above.push(weight)
  }
  const weights = Float64Array.from([...below.reverse(), 1, ...above])
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return { first: mode - below.length, weights: weights.map((weight) => weight / sum) }
}

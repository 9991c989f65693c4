// The law of each arm's mean given a released sum, for Bernoulli rewards and a mean that could be anything (uniform prior), and the
// probability that an arm is best. Releases are all that is used, so it costs no privacy. A model, unlike the intervals.

import { logGamma } from "../numerics/gamma.ts"
import { type ReleasedSum, summariseSum } from "./released-sums.ts"

/** A law on [0, 1] as a polygon: increasing points, and the chance of being below each. */
export interface MeanLaw {
  readonly points: Float64Array
  readonly below: Float64Array
}

const POINTS = 160
const INNER = 48
/** How many deviations are looked at. */
const REACH = 7

export function meanLaw(sum: ReleasedSum): MeanLaw {
  const { mean: centre, rewards, noise } = summariseSum(sum)
  const isLaplace = sum.parts.length === 1 && sum.parts[0].noise === "laplace"
  if (rewards === 0) return polygon(0, 1, () => 0)
  const spread = Math.sqrt(0.25 / rewards + noise)
  // Where the law lies is found in two steps: the second is drawn around what the first one found.
  const logDensity = densityOf(centre, rewards, Math.sqrt(noise), isLaplace)
  const rough = polygon(Math.max(0, centre - REACH * spread), Math.min(1, centre + REACH * spread), logDensity)
  const [low, high] = [quantile(rough, 1e-5), quantile(rough, 1 - 1e-5)]
  const room = (high - low) / 4
  return polygon(Math.max(0, low - room), Math.min(1, high + room), logDensity)
}

/** ln of the density of mean p, up to a constant: ∫ binomial(share z of n | p) · noise(centre - z) dz. */
function densityOf(centre: number, n: number, noise: number, isLaplace: boolean): (p: number) => number {
  const { shares, logWeights } = possibleShares(centre, n, noise, isLaplace)
  return (p) => {
    const [log, logRest] = [Math.log(Math.max(p, 1e-300)), Math.log1p(-Math.min(p, 1 - 1e-16))]
    let largest = Number.NEGATIVE_INFINITY
    for (let k = 0; k < INNER; k++)
      largest = Math.max(largest, logWeights[k] + n * (shares[k] * log + (1 - shares[k]) * logRest))
    let total = 0
    for (let k = 0; k < INNER; k++)
      total += Math.exp(logWeights[k] + n * (shares[k] * log + (1 - shares[k]) * logRest) - largest)
    return largest + Math.log(total)
  }
}

/** Shares z that the noise leaves possible, each with ln of its binomial coefficient and of the noise it needs. */
function possibleShares(centre: number, n: number, noise: number, isLaplace: boolean) {
  const reach = REACH * noise * (isLaplace ? 2 : 1)
  let low = Math.max(0, centre - reach)
  let high = Math.min(1, centre + reach)
  // Beyond the ends of [0, 1] the noise is at least the distance: what is left lies near the end.
  if (low >= high) [low, high] = centre < 0.5 ? [0, Math.min(1, noise)] : [Math.max(0, 1 - noise), 1]
  const shares = new Float64Array(INNER)
  const logWeights = new Float64Array(INNER)
  for (let k = 0; k < INNER; k++) {
    const share = low + ((k + 0.5) / INNER) * (high - low)
    const off = (centre - share) / noise
    shares[k] = share
    logWeights[k] =
      logGamma(n + 1) -
      logGamma(n * share + 1) -
      logGamma(n * (1 - share) + 1) -
      (isLaplace ? Math.SQRT2 * Math.abs(off) : (off * off) / 2)
  }
  return { shares, logWeights }
}

function polygon(from: number, to: number, logDensity: (p: number) => number): MeanLaw {
  const points = new Float64Array(POINTS + 1)
  const logs = new Float64Array(POINTS + 1)
  let largest = Number.NEGATIVE_INFINITY
  for (let k = 0; k <= POINTS; k++) {
    points[k] = from + ((to - from) * k) / POINTS
    logs[k] = logDensity(points[k])
    largest = Math.max(largest, logs[k])
  }
  const below = new Float64Array(POINTS + 1)
  for (let k = 1; k <= POINTS; k++)
    below[k] = below[k - 1] + (Math.exp(logs[k] - largest) + Math.exp(logs[k - 1] - largest)) / 2
  const total = below[POINTS]
  for (let k = 0; k <= POINTS; k++) below[k] /= total
  return { points, below }
}

function quantile({ points, below }: MeanLaw, chance: number): number {
  let k = 1
  while (k < POINTS && below[k] < chance) k++
  return points[k - (chance < 0.5 ? 1 : 0)]
}

/** The chance of a mean of at most `mean`. */
function chanceBelow({ points, below }: MeanLaw, mean: number): number {
  const place = ((mean - points[0]) / (points[POINTS] - points[0])) * POINTS
  if (!(place > 0)) return 0
  if (place >= POINTS) return 1
  const k = Math.floor(place)
  return below[k] + (place - k) * (below[k + 1] - below[k])
}

/** The probability of each arm that its mean is the largest. */
export function chancesToBeBest(laws: readonly MeanLaw[]): number[] {
  const raw = laws.map((law, arm) => {
    let sum = 0
    for (let k = 1; k <= POINTS; k++) {
      const middle = (law.points[k] + law.points[k - 1]) / 2
      let chance = law.below[k] - law.below[k - 1]
      for (let other = 0; other < laws.length && chance > 0; other++)
        if (other !== arm) chance *= chanceBelow(laws[other], middle)
      sum += chance
    }
    return sum
  })
  const total = raw.reduce((a, b) => a + b, 0)
  return raw.map((chance) => chance / total)
}

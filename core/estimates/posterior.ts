// The law of each arm's mean given a released sum, for Bernoulli rewards and a mean that could be
// anything (uniform prior), and the probability that an arm is best. Releases are all that is used,
// so it costs no privacy. A model, unlike the intervals.

import { bisect } from "../numerics/bisect.ts"
import { logGamma } from "../numerics/gamma.ts"
import { type ReleasedSum, summariseSum } from "./released-sum.ts"

/** A law on [0, 1] as a polygon: increasing points, and the chance of being below each. */
export interface MeanLaw {
  readonly points: Float64Array
  readonly below: Float64Array
}

const POINTS = 160
/** Where a law lies is found with fewer. */
const ROUGH = 40
const INNER = 48
/** How many deviations are looked at. */
const REACH = 7
/** Terms below this share of the largest are left out. */
const SMALL = 1e-14

export function meanLaw(sum: ReleasedSum): MeanLaw {
  const { mean: centre, rewards, noise } = summariseSum(sum)
  const isLaplace = sum.parts.length === 1 && sum.parts[0].noise === "laplace"
  if (rewards === 0) return anything
  const spread = Math.sqrt(0.25 / rewards + noise)
  // Where the law lies is found in two steps: the second is drawn around what the first one found.
  const logDensity = createDensity(centre, rewards, Math.sqrt(noise), isLaplace)
  const rough = polygon(Math.max(0, centre - REACH * spread), Math.min(1, centre + REACH * spread), logDensity, ROUGH)
  const [low, high] = [quantile(rough, 1e-5), quantile(rough, 1 - 1e-5)]
  const room = (high - low) / 4
  return polygon(Math.max(0, low - room), Math.min(1, high + room), logDensity)
}

/** Before the first release. */
const anything = polygon(0, 1, () => 0)

/**
 * ln of the density of mean p, up to a constant: ∫ binomial(share z of n | p) · noise(centre - z)
 * dz. For rising p.
 */
function createDensity(centre: number, n: number, noise: number, isLaplace: boolean): (p: number) => number {
  const { shares, logWeights } = possibleShares(centre, n, noise, isLaplace)
  const width = n * (shares[1] - shares[0])
  const steps = new Float64Array(INNER)
  for (let k = 1; k < INNER; k++) steps[k] = logWeights[k] - logWeights[k - 1]
  const ratios = steps.map(Math.exp)
  const areFinite = ratios.every((ratio) => (ratio > 1e-150 && ratio < 1e150) || ratio === 1)
  const inverses = ratios.map((ratio) => 1 / ratio)
  let peak = 0
  return (p) => {
    const [log, logRest] = [Math.log(Math.max(p, 1e-300)), Math.log1p(-Math.min(p, 1 - 1e-16))]
    // Shares are evenly spaced, so terms are each a factor larger than the one before; factors
    // fall, so there is one largest term, which moves up with p, and all others are products from
    // there on.
    const step = width * (log - logRest)
    const logTerm = (k: number): number => logWeights[k] + n * (shares[k] * log + (1 - shares[k]) * logRest)
    while (peak > 0 && steps[peak] + step < 0) peak--
    while (peak + 1 < INNER && steps[peak + 1] + step > 0) peak++
    let total = 1
    if (areFinite && Math.abs(step) < 300) {
      const factor = Math.exp(step)
      for (let k = peak + 1, term = 1; k < INNER && term > SMALL; k++) total += term *= ratios[k] * factor
      const inverse = 1 / factor
      for (let k = peak, term = 1; k > 0 && term > SMALL; k--) total += term *= inverses[k] * inverse
    } else for (let k = 0; k < INNER; k++) if (k !== peak) total += Math.exp(logTerm(k) - logTerm(peak))
    return logTerm(peak) + Math.log(total)
  }
}

/** Possible shares z, each with ln of its binomial coefficient and of the noise it needs. */
function possibleShares(centre: number, n: number, noise: number, isLaplace: boolean) {
  const reach = REACH * noise * (isLaplace ? 2 : 1)
  let low = Math.max(0, centre - reach)
  let high = Math.min(1, centre + reach)
  // Beyond the ends of [0, 1] the noise is at least the distance: what is left lies near the end.
  if (low >= high) [low, high] = centre < 0.5 ? [0, Math.min(1, noise)] : [Math.max(0, 1 - noise), 1]
  const shares = new Float64Array(INNER)
  const logWeights = new Float64Array(INNER)
  const logAll = logGamma(n + 1)
  for (let k = 0; k < INNER; k++) {
    const share = low + ((k + 0.5) / INNER) * (high - low)
    const off = (centre - share) / noise
    shares[k] = share
    logWeights[k] =
      logAll -
      logGamma(n * share + 1) -
      logGamma(n * (1 - share) + 1) -
      (isLaplace ? Math.SQRT2 * Math.abs(off) : (off * off) / 2)
  }
  return { shares, logWeights }
}

function polygon(from: number, to: number, logDensity: (p: number) => number, count = POINTS): MeanLaw {
  const points = new Float64Array(count + 1)
  const logs = new Float64Array(count + 1)
  let largest = Number.NEGATIVE_INFINITY
  for (let k = 0; k <= count; k++) {
    points[k] = from + ((to - from) * k) / count
    logs[k] = logDensity(points[k])
    largest = Math.max(largest, logs[k])
  }
  const below = new Float64Array(count + 1)
  for (let k = 0, last = 0; k <= count; k++) {
    const density = Math.exp(logs[k] - largest)
    if (k > 0) below[k] = below[k - 1] + (density + last) / 2
    last = density
  }
  const total = below[count]
  for (let k = 0; k <= count; k++) below[k] /= total
  return { points, below }
}

function quantile({ points, below }: MeanLaw, chance: number): number {
  let k = 1
  while (k < points.length - 1 && below[k] < chance) k++
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

/** With more arms the chance to be best is found on points that all share. */
const MANY = 64
const SHARED = 200

/** The probability of each arm that its mean is the largest. */
export function computeBestChances(laws: readonly MeanLaw[]): number[] {
  // An arm that is surely below another cannot be best, so no integral needs it.
  const least = Math.max(...laws.map(({ points }) => points[0]))
  const rivals = laws.filter(({ points }) => points[POINTS] > least)
  const chances = rivals.length > MANY ? integrateOnSharedPoints(rivals, least) : integrateEach(rivals)
  const total = chances.reduce((a, b) => a + b, 0)
  let next = 0
  return laws.map(({ points }) => (points[POINTS] > least ? chances[next++] / total : 0))
}

function integrateEach(laws: readonly MeanLaw[]): number[] {
  return laws.map((law, arm) => {
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
}

/**
 * Points lie where the largest of all means does; below the first of them no arm is best, to
 * rounding. Asked after every release, so one law is looked at after the other, at all points.
 */
function integrateOnSharedPoints(laws: readonly MeanLaw[], least: number): number[] {
  const areAllBelow = (mean: number, atLeast: number): boolean => {
    let chance = 1
    for (const law of laws) {
      chance *= chanceBelow(law, mean)
      if (chance < atLeast) return false
    }
    return true
  }
  const reach = (chance: number): number => bisect(1, least, 20, (mean) => areAllBelow(mean, chance))[0]
  const [from, to] = [reach(1e-7), reach(1 - 1e-7)]
  // Ends of the steps, and between them their middles.
  const chances = new Float64Array(2 * SHARED + 1)
  const all = new Float64Array(SHARED).fill(1)
  // Arms without a release share one law; there may be hundreds.
  let last: MeanLaw | undefined
  for (const law of laws) {
    if (law.points[POINTS] <= from) continue
    if (law !== last) chancesBelow(law, from, to, chances, 2)
    last = law
    for (let k = 0; k < SHARED; k++) all[k] *= chances[2 * k + 1]
  }
  last = undefined
  let sum = 0
  return laws.map((law) => {
    if (law.points[POINTS] <= from) return 0
    if (law === last) return sum
    last = law
    chancesBelow(law, from, to, chances, 1)
    sum = 0
    for (let k = 0; k < SHARED; k++) {
      const chance = chances[2 * k + 2] - chances[2 * k]
      if (chance > 0) sum += (chance * all[k]) / chances[2 * k + 1]
    }
    return sum
  })
}

/** `chanceBelow` at evenly spaced means: at all of them, or at every second one. */
function chancesBelow({ points, below }: MeanLaw, from: number, to: number, chances: Float64Array, every: 1 | 2): void {
  const scale = POINTS / (points[POINTS] - points[0])
  const first = (from - points[0]) * scale
  const step = ((to - from) * scale) / (chances.length - 1)
  for (let at = every - 1; at < chances.length; at += every) {
    const place = first + step * at
    if (place >= POINTS) {
      chances.fill(1, at)
      return
    }
    const k = place > 0 ? Math.trunc(place) : 0
    chances[at] = place > 0 ? below[k] + (place - k) * (below[k + 1] - below[k]) : 0
  }
}

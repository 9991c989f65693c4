// Intervals for a mean from a noisy sum that hold whatever made the algorithm stop or go on (estimates.md has the proof): for each
// possible mean y a product that is 1 at first and on average never grows if y is the mean; where it has grown beyond 2/(1 -
// confidence), y is refused. Valid for any rewards in [0, 1], at all looks together.

import { isFast, passingCost } from "./passing-noise.ts"
import { type ReleasedSum, type SumPart, summariseSum } from "./released-sums.ts"

/** Rates of neighbouring products differ by this factor. */
const STEP = 1.5
/** Where no horizon is known: beyond this many rewards intervals stay valid and get wider than they need be. */
const MANY_REWARDS = 1e9

/** The interval of means that the sum does not refuse; [0, 1] without a release. */
export function provedInterval(sum: ReleasedSum, confidence: number): readonly [low: number, high: number] {
  if (sum.parts.length === 0) return [0, 1]
  const { level, againstHigh, againstLow } = refusals(sum, confidence)
  const { mean, rewards, noise } = summariseSum(sum)
  const reach = 3 * Math.sqrt(0.25 / rewards + noise)
  const high = lastAccepted(againstHigh, level, mean + reach)
  const low = 1 - lastAccepted(againstLow, level, 1 - mean + reach)
  // A sum far beyond what rewards and noise make likely refuses every mean: then the nearest end is left.
  return low <= high ? [low, high] : sum.value < 0 ? [0, 0] : [1, 1]
}

/** Whether the interval holds this mean, without computing its ends. */
export function isProvedPossible(sum: ReleasedSum, mean: number, confidence: number): boolean {
  if (sum.parts.length === 0) return true
  const { level, againstHigh, againstLow } = refusals(sum, confidence)
  return againstHigh(mean).log < level && againstLow(1 - mean).log < level
}

/** The level at which a mean is refused, and the evidence against means of at least so much and, of 1 - reward, the same. */
function refusals(sum: ReleasedSum, confidence: number) {
  const rates = ratesFor(sum).map((rate): Rate => ({ rate, cost: passingCost(sum, rate), isFast: isFast(sum, rate) }))
  const parts = alike(sum.parts)
  const total = parts.reduce((weight, part) => weight + part.weight * part.count, 0)
  return {
    level: refusalLevel(sum, (1 - confidence) / 2),
    againstHigh: (mean: number) => logEvidence(sum.value, parts, rates, mean),
    againstLow: (loss: number) => logEvidence(total - sum.value, parts, rates, loss),
  }
}

/** Neighbouring parts of one weight with Gaussian noise as one part, of which moments are the same. */
function alike(parts: readonly SumPart[]): SumPart[] {
  const list: SumPart[] = []
  for (const part of parts) {
    const last = list[list.length - 1]
    if (last?.weight !== part.weight || last.noise !== "gaussian" || part.noise !== "gaussian") list.push(part)
    else list[list.length - 1] = { ...last, count: last.count + part.count, scale: Math.hypot(last.scale, part.scale) }
  }
  return list
}

interface Rate {
  readonly rate: number
  /** What noise that passes takes off the evidence at this rate, and in which of two ways. */
  readonly cost: number
  readonly isFast: boolean
}

/** ln of what the evidence must reach. Sums that replace each other share the error: 1/(m(m+1)) of it for the m-th. */
function refusalLevel({ kind, look }: ReleasedSum, error: number): number {
  return Math.log(1 / error) + (kind === "replaced" ? Math.log(look * (look + 1)) : 0)
}

interface Against {
  readonly log: number
  /** By the mean. */
  readonly slope: number
}

/**
 * ln of the average over rates λ of Π E-normalised exp(-λ · weighted sum): large if the sum is too small for this mean. Of fast and slow
 * rates, which have the error of all in parts, those count that say more.
 */
function logEvidence(value: number, parts: readonly SumPart[], rates: readonly Rate[], mean: number): Against {
  const logs = rates.map(({ rate, cost }) => {
    let log = -rate * value - cost
    for (const part of parts) log -= logMoment(part, rate * part.weight, mean)
    return log
  })
  const largest = Math.max(...logs)
  const sums = { fast: 0, slow: 0 }
  for (const [k, log] of logs.entries()) sums[rates[k].isFast ? "fast" : "slow"] += Math.exp(log - largest)
  const isFaster = sums.fast > sums.slow
  const most = Math.max(sums.fast, sums.slow)
  let slope = 0
  for (const [k, { rate, isFast }] of rates.entries())
    if (isFast === isFaster) slope += Math.exp(logs[k] - largest) * slopeOf(parts, rate, mean)
  return { log: largest + Math.log(most / rates.length), slope: slope / most }
}

function slopeOf(parts: readonly SumPart[], rate: number, mean: number): number {
  let slope = 0
  for (const { count, weight } of parts) {
    const moment = Math.expm1(-rate * weight)
    slope -= (count * moment) / (1 + mean * moment)
  }
  return slope
}

/** ln E exp(-rate · (rewards + noise)), at most: a reward in [0, 1] is at most as spread out as a Bernoulli one. */
function logMoment({ count, noise, scale }: SumPart, rate: number, mean: number): number {
  const spread = (rate * scale) ** 2
  return count * Math.log1p(mean * Math.expm1(-rate)) + (noise === "gaussian" ? spread / 2 : -Math.log1p(-spread))
}

/**
 * Rates around the best one for each size that the sum may ever have, or, for one that is replaced, for its size now. They depend
 * on public numbers that do not change while a sum grows.
 */
export function ratesFor({ parts: [part], kind, first: start, most: mostRewards }: ReleasedSum): number[] {
  const bestRate = (count: number, noise: number) => Math.sqrt(12 / (count / 4 + noise))
  const first = { ...part, ...start }
  const atFirst = bestRate(first.count, noiseVariance(first)) / first.weight
  // Means near 0 or 1 vary less and want faster rates. The moment of Laplace noise is infinite from 1/scale on.
  const most = first.noise === "laplace" ? 0.9 / first.scale : 8
  const fastest = Math.min((kind === "running" ? 1.5 : 3) * atFirst, most / first.weight)
  const slowest = kind === "running" ? bestRate(mostRewards ?? MANY_REWARDS, 0) : atFirst / 3
  const rates = [fastest]
  while (rates[rates.length - 1] > slowest) rates.push(rates[rates.length - 1] / STEP)
  return rates
}

const noiseVariance = ({ noise, scale }: SumPart): number => (noise === "gaussian" ? 1 : 2) * scale * scale

/** What is left where every mean is refused, so that an interval has a width. */
const NOTHING = 2 ** -40

/** The largest mean in [0, 1] that is accepted. Evidence is convex and rises, so a Newton's step ends at the root or above it. */
function lastAccepted(against: (mean: number) => Against, level: number, from: number): number {
  if (against(1).log < level) return 1
  let mean = Math.min(1, Math.max(NOTHING, from))
  for (let step = 0; step < 60; step++) {
    const { log, slope } = against(mean)
    const next = Math.min(1, Math.max(NOTHING, mean - (log - level) / slope))
    const isThere = Math.abs(next - mean) < 1e-13
    mean = next
    if (isThere) break
  }
  return mean
}

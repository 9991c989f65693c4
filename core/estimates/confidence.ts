// Intervals for a mean from a noisy sum that hold whatever made the algorithm stop or go on
// (estimates.md has the proof). For each possible mean y a product is 1 at first and on average
// never grows if y is the mean. Where it has grown beyond 2/(1 - confidence), y is refused. Valid
// for any rewards in [0, 1], at all looks together.

import { isFast, passingCost } from "./passing-noise.ts"
import { type Evidence, evidenceAgainst, logNoiseMoment, type Rate, sumEvidence } from "./rate-evidence.ts"
import { type ReleasedSum, type SumPart, summariseSum } from "./released-sum.ts"

/** Rates of neighbouring products differ by this factor. */
const STEP = 1.5
/** Without a horizon: beyond this many rewards intervals are valid, but wider than necessary. */
const MANY_REWARDS = 1e9

/** A sum's evidence about its mean. Each end fails at any look with chance `error`. */
export interface MeanEvidence {
  /** ln of the evidence against means of at least `mean`: rises with it. */
  atLeast(mean: number): number
  /** ln of the evidence against means of at most `mean`: falls with it. */
  atMost(mean: number): number
  /** The least and the largest mean that is not refused. */
  low(error: number): number
  high(error: number): number
}

/** The interval of means that the sum does not refuse; [0, 1] without a release. */
export function provedInterval(sum: ReleasedSum, confidence: number): readonly [low: number, high: number] {
  if (sum.parts.length === 0) return [0, 1]
  const evidence = readMeanEvidence(sum)
  const error = (1 - confidence) / 2
  const [low, high] = [evidence.low(error), evidence.high(error)]
  // A sum far beyond what is likely refuses every mean: then the nearest end is left.
  return low <= high ? [low, high] : sum.value < 0 ? [0, 0] : [1, 1]
}

/** Whether the interval holds this mean, without computing its ends. */
export function isProvedPossible(sum: ReleasedSum, mean: number, confidence: number): boolean {
  if (sum.parts.length === 0) return true
  const { atLeast, atMost } = readMeanEvidence(sum)
  const level = Math.log(2 / (1 - confidence))
  return atLeast(mean) < level && atMost(mean) < level
}

/** The evidence of a sum with at least one release. */
export function readMeanEvidence(sum: ReleasedSum): MeanEvidence {
  const rates = chooseRates(sum)
  const [fast, slow]: [Rate[], Rate[]] = [[], []]
  for (const rate of rates) {
    const cost = logNoiseMoment(sum, rate) + passingCost(sum, rate) + Math.log(rates.length)
    ;(isFast(sum, rate) ? fast : slow).push({ rate, cost })
  }
  const { rewards, value: highest, mirrored } = sumEvidence(sum)
  // Fast and slow rates have the error of all in parts: those count that say more.
  const against = (value: number): Against => {
    if (fast.length === 0 || slow.length === 0) return evidenceAgainst(value, rewards, [...fast, ...slow])
    const [one, other] = [evidenceAgainst(value, rewards, fast), evidenceAgainst(value, rewards, slow)]
    return (mean) => {
      const [faster, slower] = [one(mean), other(mean)]
      return faster.value > slower.value ? faster : slower
    }
  }
  const [againstHigh, againstLow] = [against(highest), against(mirrored)]
  const summary = summariseSum(sum)
  const reach = 3 * Math.sqrt(0.25 / summary.rewards + summary.noise)
  const price = replacementPrice(sum)
  return {
    atLeast: (mean) => againstHigh(mean).value - price,
    atMost: (mean) => againstLow(1 - mean).value - price,
    low: (error) => 1 - lastAccepted(againstLow, Math.log(1 / error) + price, 1 - summary.mean + reach),
    high: (error) => lastAccepted(againstHigh, Math.log(1 / error) + price, summary.mean + reach),
  }
}

type Against = (mean: number) => Evidence

/** Sums that replace each other share the error: 1/(m(m+1)) of it for the m-th. */
const replacementPrice = ({ kind, look }: ReleasedSum): number =>
  kind === "replaced" ? Math.log(look * (look + 1)) : 0

/**
 * Rates around the best one for each size that the sum may ever have, or, for one that is replaced,
 * for its size now. They depend on public numbers that do not change while a sum grows.
 */
export function chooseRates({ parts: [part], kind, first: start, most: mostRewards }: ReleasedSum): number[] {
  const bestRate = (count: number, noise: number) => Math.sqrt(12 / (count / 4 + noise))
  const { count, noise } =
    start === undefined
      ? { count: part.count, noise: noiseVariance(part) }
      : { count: start.count, noise: (start.scale / part.weight) ** 2 }
  const atFirst = bestRate(count, noise) / part.weight
  // Means near 0 or 1 want faster rates. Laplace noise has infinite moments from 1/scale on.
  const most = part.noise === "laplace" ? 0.9 / part.scale : 8
  const fastest = Math.min((kind === "running" ? 1.5 : 3) * atFirst, most / part.weight)
  const slowest = kind === "running" ? bestRate(mostRewards ?? MANY_REWARDS, 0) : atFirst / 3
  const rates = [fastest]
  while (rates[rates.length - 1] > slowest) rates.push(rates[rates.length - 1] / STEP)
  return rates
}

const noiseVariance = ({ noise, scale }: SumPart): number => (noise === "gaussian" ? 1 : 2) * scale * scale

/** The interval if evidence rejects every mean; it keeps a width. */
const NOTHING = 2 ** -40

/** The largest accepted mean in [0, 1]. Evidence is convex: Newton ends at the root or above. */
function lastAccepted(against: Against, level: number, from: number): number {
  if (against(1).value < level) return 1
  let mean = Math.min(1, Math.max(NOTHING, from))
  for (let step = 0; step < 60; step++) {
    const { value, slope } = against(mean)
    const next = Math.min(1, Math.max(NOTHING, mean - (value - level) / slope))
    const isThere = Math.abs(next - mean) < 1e-13
    mean = next
    if (isThere) break
  }
  return mean
}

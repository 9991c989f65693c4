// Intervals for a mean from a noisy sum that hold whatever made the algorithm stop or go on (estimates.md has the proof): for each
// possible mean y a product that is 1 at first and on average never grows if y is the mean; where it has grown beyond 2/(1 -
// confidence), y is refused. Valid for any rewards in [0, 1], at all looks together.

import { isFast, passingCost } from "./passing-noise.ts"
import { type Evidence, evidenceAgainst, logNoiseMoment, type Rate, sumEvidence } from "./rate-evidence.ts"
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
  return againstHigh(mean).value < level && againstLow(1 - mean).value < level
}

/** The level at which a mean is refused, and the evidence against means of at least so much and, of 1 - reward, the same. */
function refusals(sum: ReleasedSum, confidence: number) {
  const rates = chooseRates(sum)
  const [fast, slow]: [Rate[], Rate[]] = [[], []]
  for (const rate of rates) {
    const cost = logNoiseMoment(sum, rate) + passingCost(sum, rate) + Math.log(rates.length)
    ;(isFast(sum, rate) ? fast : slow).push({ rate, cost })
  }
  const { rewards, value: highest, mirrored } = sumEvidence(sum)
  // Of fast and slow rates, which have the error of all in parts, those count that say more.
  const against = (value: number): Against => {
    if (fast.length === 0 || slow.length === 0) return evidenceAgainst(value, rewards, [...fast, ...slow])
    const [one, other] = [evidenceAgainst(value, rewards, fast), evidenceAgainst(value, rewards, slow)]
    return (mean) => {
      const [faster, slower] = [one(mean), other(mean)]
      return faster.value > slower.value ? faster : slower
    }
  }
  return {
    level: refusalLevel(sum, (1 - confidence) / 2),
    againstHigh: against(highest),
    againstLow: against(mirrored),
  }
}

type Against = (mean: number) => Evidence

/** ln of what the evidence must reach. Sums that replace each other share the error: 1/(m(m+1)) of it for the m-th. */
function refusalLevel({ kind, look }: ReleasedSum, error: number): number {
  return Math.log(1 / error) + (kind === "replaced" ? Math.log(look * (look + 1)) : 0)
}

/**
 * Rates around the best one for each size that the sum may ever have, or, for one that is replaced, for its size now. They depend
 * on public numbers that do not change while a sum grows.
 */
export function chooseRates({ parts: [part], kind, first: start, most: mostRewards }: ReleasedSum): number[] {
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

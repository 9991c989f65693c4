// What releases say about an outcome that is watched beside the reward, in its own units: its mean with each arm, the leader against
// each other arm, and whether it is surely worse with the leader. A function of releases alone, valid whenever one looks.

import { provedInterval } from "../estimates/confidence.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sums.ts"
import { armEvidence } from "./arm-evidence.ts"
import { differenceInterval } from "./difference-interval.ts"

/** Null where the arm has no release. */
export interface MetricMean {
  readonly mean: number | null
  /** Holds the mean with the stated confidence, for this arm at all looks together. */
  readonly low: number | null
  readonly high: number | null
}

/** The leader's mean less another arm's. */
export interface MetricGap {
  readonly arm: number
  readonly difference: number | null
  /** All of them hold with the stated confidence together: of all arms, whichever leads, and of all metrics, at all looks. */
  readonly low: number | null
  readonly high: number | null
}

export interface MetricVerdict {
  readonly arms: readonly MetricMean[]
  /** None while no arm leads. */
  readonly differences: readonly MetricGap[]
  /** Whether it is surely worse with the leader than with at least one other arm. */
  readonly harmed: boolean
}

export interface MetricOptions {
  readonly min: number
  readonly max: number
  readonly worse: "higher" | "lower"
  readonly leader: number | null
  /** Metrics that share the error. */
  readonly metricCount: number
  readonly confidence: number
}

export function metricVerdict(sums: readonly ReleasedSum[], options: MetricOptions): MetricVerdict {
  const { min, max, worse, leader, metricCount, confidence } = options
  const range = max - min
  const means = sums.map((sum): MetricMean => {
    if (sum.parts.length === 0) return { mean: null, low: null, high: null }
    const [low, high] = provedInterval(sum, confidence)
    return { mean: within(summariseSum(sum).mean, low, high), low, high }
  })
  const units = (mean: number | null): number | null => (mean === null ? null : min + range * mean)
  const differences = leader === null ? [] : gapsTo(leader, sums, means, (1 - confidence) / metricCount)
  const isWorse = ({ low, high }: MetricGap) => (worse === "higher" ? (low ?? 0) > 0 : (high ?? 0) < 0)
  const scaled = (value: number | null): number | null => (value === null ? null : range * value)
  return {
    arms: means.map(({ mean, low, high }) => ({ mean: units(mean), low: units(low), high: units(high) })),
    differences: differences.map(({ arm, difference, low, high }) => {
      return { arm, difference: scaled(difference), low: scaled(low), high: scaled(high) }
    }),
    harmed: differences.some(isWorse),
  }
}

/**
 * The c for which the product of two independent numbers, each of which reaches x with chance at most 1/x, reaches c with chance
 * (1 + ln c)/c = `error`; rounded up. For errors of at most 1/4.
 */
export function productLevel(error: number): number {
  // From above, where every step comes nearer and none goes too far.
  let level = 1 / error ** 2
  for (let step = 0; step < 100; step++) level = (1 + Math.log(level)) / error
  return level * (1 + 1e-12)
}

/**
 * For means in [0, 1]. Any arm may come to lead, so every ordered pair has a part of the error. Rewards steer, and come with the values of a
 * metric: when a batch of it is complete may depend on them. So the evidence of two arms is taken at the worst of all times of either.
 */
function gapsTo(
  leader: number,
  sums: readonly ReleasedSum[],
  means: readonly MetricMean[],
  error: number,
): MetricGap[] {
  const evidence = sums.map(armEvidence)
  const best = evidence[leader]
  const each = 1 / productLevel(error / (sums.length * (sums.length - 1)))
  const gaps: MetricGap[] = []
  for (const [arm, other] of evidence.entries()) {
    if (arm === leader) continue
    const [mean, against] = [means[leader].mean, means[arm].mean]
    if (best === null || other === null || mean === null || against === null) {
      gaps.push({ arm, difference: null, low: null, high: null })
      continue
    }
    const { low, high } = differenceInterval(best, other, each)
    gaps.push({ arm, difference: within(mean - against, low, high), low, high })
  }
  return gaps
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

// What releases say about an outcome that is watched beside the reward, in its own units: its mean with each arm, each arm against the
// control, and whether it is surely worse there by more than is allowed. A function of releases alone, valid whenever one looks.

import { provedInterval } from "../estimates/confidence.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sums.ts"
import { armEvidence } from "./arm-evidence.ts"
import { differenceInterval } from "./difference-interval.ts"
import { productLevel } from "./product-level.ts"

/** Null where the arm has no release. */
export interface MetricMean {
  readonly mean: number | null
  /** Holds the mean with the stated confidence, for this arm at all looks together. */
  readonly low: number | null
  readonly high: number | null
}

/** `fine`: surely no worse than the control by more than the margin; `worse`: surely worse by more than that; `unknown`: could be either. */
export type GuardrailState = "fine" | "unknown" | "worse"

/** An arm's mean less the control's. */
export interface MetricGap {
  readonly arm: number
  readonly difference: number | null
  /** All of them hold with the stated confidence together: of all arms, metrics and segments, at all looks. */
  readonly low: number | null
  readonly high: number | null
  readonly state: GuardrailState
}

export interface MetricVerdict {
  readonly arms: readonly MetricMean[]
  /** Of every arm but the control. */
  readonly differences: readonly MetricGap[]
}

export interface MetricOptions {
  readonly min: number
  readonly max: number
  readonly worse: "higher" | "lower"
  readonly control: number
  /** How much worse than with the control it may be, in its own units. */
  readonly margin: number
  /** Metrics times segments: they share the error. */
  readonly sharing: number
  readonly confidence: number
}

export function metricVerdict(sums: readonly ReleasedSum[], options: MetricOptions): MetricVerdict {
  const { min, max, worse, control, margin, sharing, confidence } = options
  const range = max - min
  const means = sums.map((sum): MetricMean => {
    if (sum.parts.length === 0) return { mean: null, low: null, high: null }
    const [low, high] = provedInterval(sum, confidence)
    return { mean: within(summariseSum(sum).mean, low, high), low, high }
  })
  const units = (mean: number | null): number | null => (mean === null ? null : min + range * mean)
  return {
    arms: means.map(({ mean, low, high }) => ({ mean: units(mean), low: units(low), high: units(high) })),
    differences: gapsTo(control, sums, means, (1 - confidence) / sharing).map(({ arm, gap }) => {
      if (gap === null) return { arm, difference: null, low: null, high: null, state: "unknown" }
      const [low, difference, high] = gap.map((value) => range * value)
      const [least, most] = worse === "higher" ? [low, high] : [-high, -low]
      const state = least > margin ? "worse" : most <= margin ? "fine" : "unknown"
      return { arm, difference, low, high, state }
    }),
  }
}

interface Gap {
  readonly arm: number
  readonly gap: readonly [low: number, difference: number, high: number] | null
}

/**
 * For means in [0, 1]. Both ends of every arm's interval have a part of the error. Rewards steer, and come with the values of a metric: when
 * a batch of it is complete may depend on them. So the evidence of two arms is taken at the worst of all times of either.
 */
function gapsTo(control: number, sums: readonly ReleasedSum[], means: readonly MetricMean[], error: number): Gap[] {
  const evidence = sums.map(armEvidence)
  const base = evidence[control]
  const each = 1 / productLevel(error / (2 * (sums.length - 1)))
  const gaps: Gap[] = []
  for (const [arm, other] of evidence.entries()) {
    if (arm === control) continue
    const [mean, against] = [means[arm].mean, means[control].mean]
    if (base === null || other === null || mean === null || against === null) {
      gaps.push({ arm, gap: null })
      continue
    }
    const { low, high } = differenceInterval({ evidence: other }, { evidence: base }, each)
    gaps.push({ arm, gap: [low, within(mean - against, low, high), high] })
  }
  return gaps
}

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

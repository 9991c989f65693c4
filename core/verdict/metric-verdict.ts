// The evidence of releases about an outcome that is watched beside the reward, in its own units:
// its mean with each arm, each arm against the control, and whether it is surely worse there by
// more than is allowed. A function of releases alone, valid whenever one looks.

import { provedInterval } from "../estimates/confidence.ts"
import { type ReleasedSum, summariseSum } from "../estimates/released-sum.ts"
import { clip } from "../numerics/clip.ts"
import { armEvidence } from "./arm-evidence.ts"
import { differenceInterval } from "./difference-interval.ts"
import { BEFORE, computeLevel, confidenceAfter } from "./stop-error.ts"

/** Null where the arm has no release. */
export interface MetricMean {
  readonly mean: number | null
  /** Holds the mean with the stated confidence, for this arm at all looks together. */
  readonly low: number | null
  readonly high: number | null
}

/**
 * `fine`: surely no worse than the control by more than the margin; `worse`: surely worse by more
 * than that; `unknown`: could be either.
 */
export type GuardrailState = "fine" | "unknown" | "worse"

/** An arm's mean less the control's. */
export interface MetricGap {
  readonly arm: number
  readonly difference: number | null
  /** All hold with the stated confidence together: all arms, metrics and segments, at all looks. */
  readonly low: number | null
  readonly high: number | null
  readonly state: GuardrailState
}

/** The verdict about one metric from its releases. */
export interface MetricVerdict {
  readonly arms: readonly MetricMean[]
  /** One for every arm but the control. */
  readonly differences: readonly MetricGap[]
}

/** The range of a metric, and when it counts as worse. */
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
  /** Where arms may be stopped, resumed and added; left out: they cannot be. */
  readonly changes?: MetricChanges
}

/**
 * A resumed arm goes on without what its stop has dropped, and a stopped control is replaced: both
 * are decided by looking, and cost.
 */
export interface MetricChanges {
  /** The most arms that there can ever be. */
  readonly armCount: number
  readonly firstControl: number
  /** By arm: how often it was resumed. */
  readonly resumes: readonly number[]
}

/** Compares every arm with the control by the released sums of one metric. */
export function computeMetricVerdict(sums: readonly ReleasedSum[], options: MetricOptions): MetricVerdict {
  const { min, max, worse, control, margin, sharing, confidence, changes } = options
  const range = max - min
  const means = sums.map((sum, arm): MetricMean => {
    if (sum.parts.length === 0) return { mean: null, low: null, high: null }
    // A resume costs as much as a stop that looked ahead.
    const resumes = changes && { count: changes.resumes[arm], isWatched: true }
    const [low, high] = provedInterval(sum, confidenceAfter(resumes, confidence))
    return { mean: clip(summariseSum(sum).mean, low, high), low, high }
  })
  const units = (mean: number | null): number | null => (mean === null ? null : min + range * mean)
  return {
    arms: means.map(({ mean, low, high }) => ({ mean: units(mean), low: units(low), high: units(high) })),
    differences: compareWithControl(control, sums, means, (1 - confidence) / sharing, changes).map(({ arm, gap }) => {
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
 * For means in [0, 1]. Both ends of every arm's interval have a part of the error. Rewards steer,
 * and come with the values of a metric: when a batch of it is complete may depend on them. So the
 * evidence of two arms is taken at the worst of all times of either.
 */
function compareWithControl(
  control: number,
  sums: readonly ReleasedSum[],
  means: readonly MetricMean[],
  error: number,
  changes: MetricChanges | undefined,
): Gap[] {
  const evidence = sums.map(armEvidence)
  const base = evidence[control]
  const gaps: Gap[] = []
  for (const [arm, other] of evidence.entries()) {
    if (arm === control) continue
    const [mean, against] = [means[arm].mean, means[control].mean]
    if (base === null || other === null || mean === null || against === null) {
      gaps.push({ arm, gap: null })
      continue
    }
    const each = Math.exp(-computePairLevel(error, [arm, control], sums.length, changes))
    const { low, high } = differenceInterval({ evidence: other }, { evidence: base }, each)
    gaps.push({ arm, gap: [low, clip(mean - against, low, high), high] })
  }
  return gaps
}

/**
 * ln of the level of an arm against the control (docs/theory.md, Lemma 24). Nine tenths of the
 * error are for arms that were never resumed against the first control; the rest is for all pairs,
 * half of it before any resume, and half as much after each.
 */
function computePairLevel(
  error: number,
  [arm, control]: readonly [number, number],
  known: number,
  changes: MetricChanges | undefined,
): number {
  if (changes === undefined) return computeLevel(error / (2 * (known - 1)), 1)
  const { armCount, firstControl, resumes } = changes
  const resumed = resumes[arm] + resumes[control]
  if (resumed === 0 && control === firstControl) return computeLevel((BEFORE * error) / (2 * (armCount - 1)), 1)
  const share = (1 - BEFORE) / 2 ** (resumed + 1)
  return computeLevel((share * error) / (2 * armCount * (armCount - 1)), 1 + resumed)
}

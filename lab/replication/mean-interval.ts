// The 95 % interval of a mean of few and skewed values: the wider of Student's t and Hall's
// transformation of it (1992). Coverage is measured in mean-interval.slow.test.ts.

import { studentQuantile } from "@armistice/core/numerics"
import { computeMean, computeStandardError } from "./statistics.ts"

export interface MeanInterval {
  readonly level: number
  readonly low: number
  readonly high: number
  /** Unseen bad runs could move the mean by more than half the width of the interval. */
  readonly hasFewRuns: boolean
}

const level = 0.95

/** Events with at least this share occur in `count` runs with 95 % confidence (rule of three). */
export const computeUnseenShare = (count: number): number => Math.min(1, -Math.log(1 - level) / count)

/** For values from `least` to `worst`; null for fewer than two, which have no known spread. */
export function computeMeanInterval(values: ArrayLike<number>, worst: number, least = 0): MeanInterval | null {
  const ends = computeIntervalEnds(values)
  if (ends === null) return null
  // No mean is outside of what there is to lose.
  const [low, high] = [Math.max(least, ends[0]), Math.max(computeMean(values), Math.min(worst, ends[1]))]
  const unseen = computeUnseenShare(values.length) * worst
  return { level, low, high, hasFewRuns: unseen > (high - low) / 2 }
}

/** Both ends, unbounded. */
export function computeIntervalEnds(values: ArrayLike<number>): readonly [number, number] | null {
  const error = computeStandardError(values)
  if (error === null) return null
  const mean = computeMean(values)
  if (error === 0) return [mean, mean]
  const student = studentQuantile(values.length - 1, level)
  const half = student * error
  const skew = computeSkewness(values, mean) / Math.sqrt(values.length)
  // Hall's cubic, monotone in t, solved for t: it is t itself where nothing is skewed.
  const solved = (x: number): number =>
    Math.abs(skew) < 1e-9 ? x : (3 / skew) * (Math.cbrt(1 + skew * (x - skew / 6)) - 1)
  return [Math.min(mean - half, mean - error * solved(student)), Math.max(mean + half, mean - error * solved(-student))]
}

/** The skewness of a sample, with the correction for few values; 0 for two. */
function computeSkewness(values: ArrayLike<number>, mean: number): number {
  const { length } = values
  if (length < 3) return 0
  let [second, third] = [0, 0]
  for (let k = 0; k < length; k++) {
    const off = values[k] - mean
    second += off * off
    third += off ** 3
  }
  const plain = third / length / (second / length) ** 1.5
  return (plain * Math.sqrt(length * (length - 1))) / (length - 2)
}

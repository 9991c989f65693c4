// Counts of independent trials over weighted outcomes, by one binomial draw per outcome given the ones before.

import { ArmisticeError } from "../errors.ts"
import type { Random } from "./random.ts"

/** Writes into `counts` how often each outcome happens in `trials` trials; outcome i has probability weights[i] / sum. */
export function multinomial(
  random: Random,
  trials: number,
  weights: ArrayLike<number>,
  counts: number[] | Float64Array,
): void {
  const outcomes = weights.length
  if (counts.length !== outcomes)
    throw new ArmisticeError(
      "invalid_parameter",
      `counts must have the length ${outcomes} of weights, got ${counts.length}`,
    )
  // The weight from each outcome on, summed from the end: taking weights off the total instead would cancel.
  let sum = 0
  for (let i = outcomes - 1; i >= 0; i--) {
    const weight = weights[i]
    if (!(weight >= 0))
      throw new ArmisticeError("invalid_parameter", `weights must be at least 0, got ${String(weight)}`)
    sum += weight
    counts[i] = sum
  }
  if (!(sum > 0 && sum < Number.POSITIVE_INFINITY))
    throw new ArmisticeError("invalid_parameter", `the sum of weights must be finite and greater than 0, got ${sum}`)
  let left = trials
  for (let i = 0; i < outcomes; i++) {
    const count = left === 0 || counts[i] === 0 ? 0 : random.binomial(left, weights[i] / counts[i])
    counts[i] = count
    left -= count
  }
}

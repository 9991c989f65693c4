// The options that all verdicts share.

import { requireParameter } from "../errors.ts"

interface SharedOptions {
  readonly reward: { readonly min: number; readonly max: number }
  readonly worthwhile: number
}

/** Refuses options that mean nothing; returns the range of rewards. */
export function checkVerdictOptions({ reward, worthwhile }: SharedOptions, confidence: number): number {
  const range = reward.max - reward.min
  const isRange = range > 0 && range < Number.POSITIVE_INFINITY
  requireParameter(isRange, "reward must have min < max", `${reward.min} and ${reward.max}`)
  requireParameter(worthwhile >= 0, "worthwhile must be at least 0", worthwhile)
  requireParameter(confidence > 0 && confidence < 1, "confidence must be in (0, 1)", confidence)
  return range
}

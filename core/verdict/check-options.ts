// The options that all verdicts share.

import { ArmisticeError } from "../errors.ts"

interface SharedOptions {
  readonly reward: { readonly min: number; readonly max: number }
  readonly worthwhile: number
}

/** Refuses options that mean nothing; returns the range of rewards. */
export function checkVerdictOptions({ reward, worthwhile }: SharedOptions, confidence: number): number {
  const range = reward.max - reward.min
  if (!(range > 0 && range < Number.POSITIVE_INFINITY))
    throw new ArmisticeError("invalid_parameter", `reward must have min < max, got ${reward.min} and ${reward.max}`)
  if (!(worthwhile >= 0))
    throw new ArmisticeError("invalid_parameter", `worthwhile must be at least 0, got ${worthwhile}`)
  if (!(confidence > 0 && confidence < 1))
    throw new ArmisticeError("invalid_parameter", `confidence must be in (0, 1), got ${confidence}`)
  return range
}

// The largest of many standard normals in one draw. With E exponential, -E/m is the logarithm of
// the largest of m uniforms; everything stays on that scale, where no tail cancels or underflows.

import { ArmisticeError } from "../errors.ts"
import { normalLogQuantile } from "../numerics/normal.ts"
import type { Random } from "./random.ts"

/** The largest of `count` standard normals. */
export function drawLargestGaussian(random: Random, count: number): number {
  if (!(Number.isSafeInteger(count) && count >= 1))
    throw new ArmisticeError("invalid_parameter", `count must be a whole number of at least 1, got ${String(count)}`)
  return normalLogQuantile(-random.exponential() / count)
}

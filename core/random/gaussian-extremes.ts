// The largest of many standard normals in one draw. With E exponential, -E/m is the logarithm of
// the largest of m uniforms; everything stays on that scale, where no tail cancels or underflows.

import { requireParameter } from "../errors.ts"
import { normalLogQuantile } from "../numerics/normal.ts"
import type { Random } from "./random.ts"

/** The largest of `count` standard normals. */
export function drawLargestGaussian(random: Random, count: number): number {
  requireParameter(Number.isSafeInteger(count) && count >= 1, "count must be a whole number of at least 1", count)
  return normalLogQuantile(-random.exponential() / count)
}

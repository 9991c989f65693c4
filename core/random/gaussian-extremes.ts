// The largest of many standard normals in one draw, also where all are known to lie on one side of a bound. With E exponential,
// -E/m is the logarithm of the largest of m uniforms; everything stays on that scale, where no tail cancels or underflows.

import { ArmisticeError } from "../errors.ts"
import { normalLogCdf, normalLogQuantile } from "../numerics/normal.ts"
import { gaussianTail } from "./gaussian-sampler.ts"
import type { Random } from "./random.ts"

/** The largest of `count` standard normals. */
export function largestOf(random: Random, count: number): number {
  checkCount(count)
  return normalLogQuantile(-random.exponential() / count)
}

/** The largest of `count` standard normals, each known to be at most `bound`. */
export function largestBelow(random: Random, count: number, bound: number): number {
  checkCount(count)
  checkBound(-bound)
  // Φ(x) = Φ(bound) U^(1/m). Rounding must not carry the result over the bound.
  return Math.min(bound, normalLogQuantile(normalLogCdf(bound) - random.exponential() / count))
}

/** The largest of `count` standard normals, each known to be at least `bound`. */
export function largestAbove(random: Random, count: number, bound: number): number {
  checkCount(count)
  checkBound(bound)
  // Q(x) = Q(bound) (1 - U^(1/m)), Q the upper tail.
  return Math.max(bound, -normalLogQuantile(normalLogCdf(-bound) + logComplement(random.exponential() / count)))
}

/** A standard normal known to be at least `bound`. */
export function gaussianAbove(random: Random, bound: number): number {
  checkBound(bound)
  return bound < 0.7 ? gaussianAboveByTrial(random, bound) : gaussianTail(random, bound)
}

/** A standard normal known to be at most `bound`. */
export function gaussianBelow(random: Random, bound: number): number {
  return -gaussianAbove(random, -bound)
}

function gaussianAboveByTrial(random: Random, bound: number): number {
  for (;;) {
    const x = random.gaussian()
    if (x >= bound) return x
  }
}

/** ln(1 - e^-x) for x > 0. */
function logComplement(x: number): number {
  return x < Math.LN2 ? Math.log(-Math.expm1(-x)) : Math.log1p(-Math.exp(-x))
}

function checkCount(count: number): void {
  if (!(Number.isSafeInteger(count) && count >= 1))
    throw new ArmisticeError("invalid_parameter", `count must be a whole number of at least 1, got ${String(count)}`)
}

function checkBound(bound: number): void {
  if (!(bound <= 1e100))
    throw new ArmisticeError(
      "invalid_parameter",
      `bound must be a number no farther out than 1e100, got ${String(bound)}`,
    )
}

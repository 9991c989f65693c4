// The standard normal law: density, distribution, both tails and logarithms, each accurate to a few
// units in the last place relative to itself, down to where it underflows (x = 38.5). Everything
// goes through the scaled tail, so 1 - Φ never cancels.

import { ArmisticeError } from "../errors.ts"
import { scaledTail } from "./mills.ts"

export { normalCentralQuantile, normalLogQuantile, normalQuantile, normalTailQuantile } from "./normal-quantile.ts"

const inverseRoot2Pi = 0.3989422804014327

/** e^(-x²/2), with x in two parts, so that the rounding of x² is not multiplied by x². */
export function gaussianKernel(x: number): number {
  if (x > 39 || x < -39) return 0
  const head = Math.fround(x)
  const rest = (x - head) * (x + head) * 0.5
  return Math.exp(-0.5 * head * head) * (1 - rest * (1 - rest * (0.5 - rest * 0.16666666666666666)))
}

/** The density of the standard normal law. */
export function normalPdf(x: number): number {
  if (Number.isNaN(x)) return normalTail(x)
  return inverseRoot2Pi * gaussianKernel(x)
}

/** 1 - Φ(x). */
export function normalTail(x: number): number {
  if (x >= 0) return x < 39 ? gaussianKernel(x) * scaledTail(x) : 0
  if (x < 0) return x > -39 ? 1 - gaussianKernel(x) * scaledTail(-x) : 1
  throw new ArmisticeError("invalid_parameter", `a point of the normal law must be a number, got ${x}`)
}

/** Φ(x). */
export function normalCdf(x: number): number {
  return normalTail(-x)
}

/** ln Φ(x), also where Φ(x) underflows. */
export function normalLogCdf(x: number): number {
  if (x > 0) return Math.log1p(-normalTail(x))
  if (x > -5) return Math.log(normalTail(-x))
  if (Number.isNaN(x)) return normalTail(x)
  return x > -1e150 ? -0.5 * x * x + Math.log(scaledTail(-x)) : Number.NEGATIVE_INFINITY
}

/** Φ(x) - 1/2, accurate relative to itself also for small x. */
export function normalCentral(x: number): number {
  if (!(x >= -1 && x <= 1)) return x > 0 ? 0.5 - normalTail(x) : normalTail(-x) - 0.5
  // x·pdf(x)·(1 + x²/3 + x⁴/15 + x⁶/105 + …): positive terms only.
  const square = x * x
  let term = 1
  let sum = 1
  for (let odd = 3; term > 1e-17 * sum; odd += 2) {
    term *= square / odd
    sum += term
  }
  return x * normalPdf(x) * sum
}

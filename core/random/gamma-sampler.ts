// Gamma draws of rate 1 (Marsaglia and Tsang 2000, ACM TOMS 26(3)) for every shape > 0, and Beta draws from them.

import { ArmisticeError } from "../errors.ts"
import { drawExponential } from "./exponential-sampler.ts"
import { drawGaussian } from "./gaussian-sampler.ts"
import { drawUniform } from "./uniform-sampler.ts"
import type { Words } from "./words.ts"

export function drawGamma(words: Words, shape: number): number {
  checkShape("shape", shape)
  if (shape >= 1) return drawLargeShape(words, shape)
  // Gamma(shape) has the law of Gamma(shape + 1) · U^(1/shape); a result below 5e-324 is rounded to 0.
  return drawLargeShape(words, shape + 1) * Math.exp(-drawExponential(words) / shape)
}

export function drawBeta(words: Words, a: number, b: number): number {
  checkShape("a", a)
  checkShape("b", b)
  if (a >= 1 && b >= 1) {
    const first = drawLargeShape(words, a)
    return first / (first + drawLargeShape(words, b))
  }
  // On the scale of logarithms, where small shapes do not underflow.
  return 1 / (1 + Math.exp(drawLogGamma(words, b) - drawLogGamma(words, a)))
}

function drawLogGamma(words: Words, shape: number): number {
  return shape >= 1
    ? Math.log(drawLargeShape(words, shape))
    : Math.log(drawLargeShape(words, shape + 1)) - drawExponential(words) / shape
}

function drawLargeShape(words: Words, shape: number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = drawGaussian(words)
    const root = 1 + c * x
    if (root <= 0) continue
    const cube = root * root * root
    const u = drawUniform(words)
    const square = x * x
    if (u < 1 - 0.0331 * square * square) return d * cube
    if (Math.log(u) < square / 2 + d * (1 - cube + Math.log(cube))) return d * cube
  }
}

function checkShape(name: string, shape: number): void {
  if (!(shape > 0 && shape < Number.POSITIVE_INFINITY))
    throw new ArmisticeError(
      "invalid_parameter",
      `${name} must be a finite number greater than 0, got ${String(shape)}`,
    )
}

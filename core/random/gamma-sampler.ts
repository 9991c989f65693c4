// Gamma draws of rate 1 (Marsaglia and Tsang 2000, ACM TOMS 26(3)) for every shape > 0, and Beta
// draws from them.

import { ArmisticeError } from "../errors.ts"
import type { Random } from "./random.ts"

/** A result below 5e-324, which tiny shapes have often, is rounded to 0. */
export function drawGamma(random: Random, shape: number): number {
  checkShape("shape", shape)
  return shape >= 1 ? drawLargeShape(random, shape) : Math.exp(drawLogGamma(random, shape))
}

/** Rounded to 0 or 1 where no number between is nearer. */
export function drawBeta(random: Random, a: number, b: number): number {
  checkShape("a", a)
  checkShape("b", b)
  if (a >= 1 && b >= 1) {
    const first = drawLargeShape(random, a)
    return first / (first + drawLargeShape(random, b))
  }
  // On the scale of logarithms, where small shapes do not underflow.
  const first = drawLogGamma(random, a)
  return 1 / (1 + Math.exp(drawLogGamma(random, b) - first))
}

/** For shape < 1: Gamma(shape) has the law of Gamma(shape + 1) · U^(1/shape). */
function drawLogGamma(random: Random, shape: number): number {
  if (shape >= 1) return Math.log(drawLargeShape(random, shape))
  return Math.log(drawLargeShape(random, shape + 1)) - random.exponential() / shape
}

function drawLargeShape(random: Random, shape: number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = random.gaussian()
    const t = c * x
    if (t <= -1) continue
    const square = x * x
    const u = random.uniform()
    if (u < 1 - 0.0331 * square * square || Math.log(u) < logAcceptance(d, x, t)) return d * (1 + t) * (1 + t) * (1 + t)
  }
}

/**
 * x²/2 + d·(1 - (1 + t)³ + log (1 + t)³) with t = x/√(9d). For small t its first terms cancel and
 * the rest is summed.
 */
function logAcceptance(d: number, x: number, t: number): number {
  if (t > 0.1 || t < -0.1) return (x * x) / 2 + 3 * d * (Math.log1p(t) - t * (1 + t * (1 + t / 3)))
  let sum = 0
  for (let k = 18; k >= 4; k--) sum = 1 / k - t * sum
  return -3 * d * sum * t * t * t * t
}

function checkShape(name: string, shape: number): void {
  if (!(shape > 0 && shape < Number.POSITIVE_INFINITY))
    throw new ArmisticeError(
      "invalid_parameter",
      `${name} must be a finite number greater than 0, got ${String(shape)}`,
    )
}

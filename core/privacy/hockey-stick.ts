// δ(ε) of η-GDP, rounded up: Φ(a) - e^ε Φ(-b) with a = η/2 - ε/η and b = η/2 + ε/η (Dong, Roth, Su
// 2022, Cor. 2.13). Written as e^(-a²/2)·(S(-a) - S(b)) with S the scaled normal tail, where
// nothing overflows or cancels. README.md proves the margins.

import { scaledTail } from "../numerics/mills.ts"
import { scaledTailDrop } from "../numerics/mills-slope.ts"
import { gaussianKernel } from "../numerics/normal.ts"
import { productError, sumError } from "../numerics/rounding-error.ts"

/** More than the relative error of a tail, a drop and the kernel (README.md: 62 roundings). */
const margin = 64 * Number.EPSILON
/** Below this η² would lose bits. A larger eta has a larger delta, so it may stand in. */
const smallestEta = 1e-140

/** An upper bound of δ, within 1e-12 of it relatively, for eta ≥ 0 and epsilon ≥ 0. */
export function deltaUpperBound(eta: number, epsilon: number): number {
  if (eta === 0) return 0
  const loss = Math.max(eta, smallestEta)
  const a = positionUp(loss, epsilon)
  if (loss > 1 && a > 0) {
    const other = gaussianKernel(a) * (scaledTail(a) + scaledTail(loss / 2 + epsilon / loss))
    return Math.min(1, 1 - other * (1 - margin) + margin)
  }
  // Subnormal numbers have an absolute error instead of a relative one.
  return Math.min(1, gaussianKernel(a) * dropUp(loss, epsilon, a) * (1 + margin) + 4 * Number.MIN_VALUE)
}

/** An upper bound of ln δ, also where δ underflows. */
export function logDeltaUpperBound(eta: number, epsilon: number): number {
  if (eta === 0) return Number.NEGATIVE_INFINITY
  const loss = Math.max(eta, smallestEta)
  const a = positionUp(loss, epsilon)
  if (a > -10) return Math.min(0, Math.log(deltaUpperBound(eta, epsilon)) * (1 - 4 * Number.EPSILON))
  const log = -0.5 * a * a * (1 - 4 * Number.EPSILON) + Math.log(dropUp(loss, epsilon, a)) * (1 - 4 * Number.EPSILON)
  return Math.max(log, -Number.MAX_VALUE)
}

/** S(-a) - S(b), rounded up. */
function dropUp(eta: number, epsilon: number, a: number): number {
  if (eta <= 1) return scaledTailDrop(-a, eta) * (1 + margin)
  return scaledTail(-a) * (1 + margin) - scaledTail(eta / 2 + epsilon / eta) * (1 - margin)
}

/** a = (η² - 2ε) / (2η), rounded up: δ grows with it. The numerator is nearly exact. */
function positionUp(eta: number, epsilon: number): number {
  const square = eta * eta
  const difference = square - 2 * epsilon
  if (difference === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE
  const rest = sumError(square, -2 * epsilon, difference) + productError(eta, eta, square)
  const a = (difference + rest) / (2 * eta)
  return a + Math.abs(a) * (4 * Number.EPSILON)
}

// The Beta(a, b) law: distribution, upper tail and their logarithms, accurate to about 1e-12
// relative to themselves for a and b up to 1e12, far tails included; used by Clopper-Pearson
// intervals and by Beta sampling in long jumps.

import { requireParameter } from "../errors.ts"
import { sideLogPrefix, sideRatio } from "./beta-side.ts"
import { productError, sumError } from "./rounding-error.ts"

/** P(X ≤ x), the regularised incomplete beta function I_x(a, b). */
export function betaCdf(a: number, b: number, x: number): number {
  return Math.exp(betaLogCdf(a, b, x))
}

/** P(X > x). */
export function betaTail(a: number, b: number, x: number): number {
  return Math.exp(betaLogTail(a, b, x))
}

export function betaLogCdf(a: number, b: number, x: number): number {
  return logSide(a, b, x, true)
}

export function betaLogTail(a: number, b: number, x: number): number {
  return logSide(a, b, x, false)
}

/** ln of the density at x in (0, 1). */
export function betaLogDensity(a: number, b: number, x: number): number {
  checkArguments(a, b, x)
  const drift = betaDrift(a, b, x)
  const y = 1 - x
  return (drift >= 0 ? sideLogPrefix(a, b, x, drift) : sideLogPrefix(b, a, y, -drift)) - Math.log(x) - Math.log(y)
}

/** The side that x is in is computed, the other is its complement. */
function logSide(a: number, b: number, x: number, lower: boolean): number {
  checkArguments(a, b, x)
  if (x === 0 || x === 1) return (x === 1) === lower ? 0 : Number.NEGATIVE_INFINITY
  const drift = betaDrift(a, b, x)
  const y = 1 - x
  const below = drift >= 0
  const log = below
    ? sideLogPrefix(a, b, x, drift) + Math.log(sideRatio(a, b, x, y, drift))
    : sideLogPrefix(b, a, y, -drift) + Math.log(sideRatio(b, a, y, x, -drift))
  return below === lower ? Math.min(log, 0) : Math.log1p(-Math.exp(Math.min(log, 0)))
}

/** a·(1-x) - b·x = a - (a+b)·x, with the rounding errors of sum and product added back. */
function betaDrift(a: number, b: number, x: number): number {
  const total = a + b
  const product = total * x
  return a - product - (productError(total, x, product) + sumError(a, b, total) * x)
}

function checkArguments(a: number, b: number, x: number): void {
  checkShapes(a, b)
  requireParameter(x >= 0 && x <= 1, "x must be in [0, 1]", x)
}

export function checkShapes(a: number, b: number): void {
  requireParameter(a > 0 && a <= 1e15, "a must be in (0, 1e15]", a)
  requireParameter(b > 0 && b <= 1e15, "b must be in (0, 1e15]", b)
}

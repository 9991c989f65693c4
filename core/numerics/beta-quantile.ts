// Quantiles of the Beta(a, b) law, by Newton on the logarithm of the smaller tail. It is concave,
// so Newton converges from any start; the start is Abramowitz and Stegun 26.5.22.

import { requireParameter } from "../errors.ts"
import { betaLogCdf, betaLogDensity, betaLogTail, checkShapes } from "./beta-law.ts"
import { logGamma } from "./gamma.ts"
import { normalTailQuantile } from "./normal-quantile.ts"

/** The x with P(X > x) = q. */
export function betaTailQuantile(a: number, b: number, q: number): number {
  checkShapes(a, b)
  requireParameter(q >= 0 && q <= 1, "q must be in [0, 1]", q)
  if (q === 0 || q === 1) return 1 - q
  return q <= 0.5 ? upperQuantile(a, b, q) : lowerQuantile(a, b, 1 - q)
}

const maxSteps = 100

/** Newton in ln x. */
function lowerQuantile(a: number, b: number, p: number): number {
  const target = Math.log(p)
  const least = smallest(a, b, target)
  let x = start(a, b, -normalTailQuantile(p))
  for (let step = 0; step < maxSteps; step++) {
    const log = betaLogCdf(a, b, x)
    const change = (target - log) / (x * Math.exp(betaLogDensity(a, b, x) - log))
    const next = Math.max(least, Math.min(x * Math.exp(change), x + (1 - x) / 2))
    const done = Math.abs(next - x) <= 4e-16 * x
    x = next
    if (done || x === 0) break
  }
  return x
}

/** Newton in ln(1 - x). */
function upperQuantile(a: number, b: number, q: number): number {
  const target = Math.log(q)
  const most = 1 - smallest(b, a, target)
  let x = start(a, b, normalTailQuantile(q))
  for (let step = 0; step < maxSteps; step++) {
    const log = betaLogTail(a, b, x)
    const y = 1 - x
    const change = (target - log) / (y * Math.exp(betaLogDensity(a, b, x) - log))
    const next = Math.min(most, Math.max(x - y * Math.expm1(change), x / 2))
    const done = Math.abs(next - x) <= 4e-16 * x
    x = next
    if (done || x === 1) break
  }
  return x
}

/** Below the least x for b ≥ 1, as P(X ≤ x) ≤ x^a/(a·B(a, b)): no step overshoots to 0. */
function smallest(a: number, b: number, logP: number): number {
  if (b < 1) return 0
  return 0.5 * Math.exp((logP + Math.log(a) + logGamma(a) + logGamma(b) - logGamma(a + b)) / a)
}

/** About z standard deviations above the middle. */
function start(a: number, b: number, z: number): number {
  const mean = a / (a + b)
  if (a < 1 || b < 1) return mean
  const own = 1 / (2 * a - 1)
  const other = 1 / (2 * b - 1)
  const h = 2 / (own + other)
  const skew = (z * z - 3) / 6
  const w = (-z * Math.sqrt(h + skew)) / h - (other - own) * (skew + 5 / 6 - 2 / (3 * h))
  const x = a / (a + b * Math.exp(2 * w))
  return x > 0 && x < 1 ? x : mean
}

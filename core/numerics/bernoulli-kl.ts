// kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)), the divergence between two Bernoulli laws, and its
// upper inverse in q (the index of KL-UCB: Garivier and Cappé 2011). Accurate relative to itself
// also for q near p and near 1.

import { requireParameter } from "../errors.ts"
import { logExcess } from "./log-excess.ts"

/** kl(p, q) for p and q in [0, 1]; infinite where q excludes what p allows. */
export function bernoulliKl(p: number, q: number): number {
  requireParameter(p >= 0 && p <= 1, "p must be in [0, 1]", p)
  requireParameter(q >= 0 && q <= 1, "q must be in [0, 1]", q)
  if (p === q) return 0
  if (q === 0 || q === 1) return Number.POSITIVE_INFINITY
  return divergence(p, 1 - p, q - p, q, 1 - q)
}

/** kl(p, q) with c = 1 - p and d = q - p: two terms that are never negative, nothing cancels. */
function divergence(p: number, c: number, d: number, q: number, rest: number): number {
  return term(p, d, q) + term(c, -d, rest)
}

/** q - p - p·ln(q/p), where d = q - p. */
function term(p: number, d: number, q: number): number {
  if (p === 0) return d
  const u = d / p
  if (u >= -0.2 && u <= 0.2) return p * logExcess(u)
  const ratio = q / p
  return d - p * (ratio < Number.POSITIVE_INFINITY ? Math.log(ratio) : Math.log(q) - Math.log(p))
}

/** The largest q in [p, 1] with kl(p, q) ≤ level, to the last bits of q. */
export function klUpperBound(p: number, level: number): number {
  requireParameter(p >= 0 && p <= 1, "p must be in [0, 1]", p)
  requireParameter(level >= 0, "level must be a number of at least 0", level)
  if (p === 1) return 1
  if (p === 0) return -Math.expm1(-level)
  const c = 1 - p
  // Two upper bounds of d = q - p: kl ≥ 2d² (Pinsker) and kl ≥ d²/(2q).
  const d = Math.min(Math.sqrt(level / 2), level + Math.sqrt(level * (level + 2 * p)))
  return d < 0.9 * c ? nearBound(p, c, d, level) : 1 - farBound(p, c, level)
}

/** Newton on the convex kl from above; it descends to the root and stops where rounding does. */
function nearBound(p: number, c: number, start: number, level: number): number {
  let d = start
  for (let step = 0; step < 50; step++) {
    if (d === 0) break
    const q = p + d
    const next = d - ((divergence(p, c, d, q, c - d) - level) * q * (c - d)) / d
    const done = Math.abs(next - d) <= 1e-9 * d
    d = next
    // Convergence is quadratic: a step of 1e-9 leaves an error of 1e-17.
    if (done) break
  }
  return p + d
}

/** 1 - q, by Newton in its logarithm: for q far above p, kl is almost linear in ln(1-q). */
function farBound(p: number, c: number, level: number): number {
  // kl(p, q) ≥ -(1-p) ln(1-q) - h(p), so 1 - q ≥ exp(-(level + h(p))/(1-p)).
  const entropy = -p * Math.log(p) - c * Math.log(c)
  let rest = Math.exp(-(level + entropy) / c)
  for (let step = 0; step < 50; step++) {
    if (rest === 0) break
    const q = 1 - rest
    const kl = -c * Math.log(rest) - p * Math.log1p(-rest) - entropy
    const change = ((kl - level) * q) / (q - p)
    rest *= Math.exp(change)
    if (Math.abs(change) <= 1e-9) break
  }
  return rest
}

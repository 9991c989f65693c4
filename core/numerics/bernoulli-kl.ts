// kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)), the divergence between two Bernoulli laws, and its upper inverse in q
// (the index of KL-UCB: Garivier and Cappé 2011).

import { ArmisticeError } from "../errors.ts"

export function bernoulliKl(p: number, q: number): number {
  checkUnit("p", p)
  checkUnit("q", q)
  return divergence(p, q)
}

function divergence(p: number, q: number): number {
  if (p === q) return 0
  if (q === 0 || q === 1) return Number.POSITIVE_INFINITY
  const d = q - p
  if (p === 0) return -Math.log1p(-q)
  if (p === 1) return -Math.log1p(q - 1)
  // With u = d/p and v = -d/(1-p): kl = p·(u - ln(1+u)) + (1-p)·(v - ln(1+v)): two non-negative terms, nothing cancels.
  return p * excess(d / p) + (1 - p) * excess(-d / (1 - p))
}

/** u - ln(1 + u) ≥ 0 for u > -1, accurate also near 0. */
function excess(u: number): number {
  if (u > 0.1 || u < -0.1) return u - Math.log1p(u)
  // ln(1+u) = 2 artanh(s), s = u/(2+u); u - 2s = u·s; so the excess is u·s - 2 s³ (1/3 + s²/5 + s⁴/7 + …).
  const s = u / (2 + u)
  const w = s * s
  const series =
    1 / 3 + w * (1 / 5 + w * (1 / 7 + w * (1 / 9 + w * (1 / 11 + w * (1 / 13 + w * (1 / 15 + w * (1 / 17)))))))
  return s * (u - 2 * w * series)
}

/** The largest q in [p, 1] with kl(p, q) ≤ level. */
export function klUpperBound(p: number, level: number): number {
  checkUnit("p", p)
  if (!(level >= 0)) throw new ArmisticeError("invalid_parameter", `level must be at least 0, got ${level}`)
  if (p === 1) return 1
  if (level === 0) return p
  if (p === 0) return -Math.expm1(-level)
  // Pinsker: kl ≥ 2(q-p)², so q ≤ p + √(level/2). Also kl(p, q) ≥ -(1-p) ln(1-q) - h(p).
  const entropy = -p * Math.log(p) - (1 - p) * Math.log1p(-p)
  let low = p
  let high = Math.min(1, p + Math.sqrt(level / 2), -Math.expm1(-(level + entropy) / (1 - p)))
  let q = high
  for (let step = 0; step < 100; step++) {
    const over = divergence(p, q) - level
    if (over <= 0) low = q
    else high = q
    // kl is convex in q, so Newton from above stays above: it leaves the bracket only by rounding.
    const next = q < 1 ? q - (over * q * (1 - q)) / (q - p) : Number.NaN
    const inside = next > low && next < high
    const moved = inside ? next : low + (high - low) / 2
    if (Math.abs(moved - q) <= 4e-16 * q || moved === low || moved === high) break
    q = moved
  }
  return low > p ? low : q
}

function checkUnit(name: string, value: number): void {
  if (value >= 0 && value <= 1) return
  throw new ArmisticeError("invalid_parameter", `${name} must be in [0, 1], got ${value}`)
}

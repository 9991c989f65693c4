// u - ln(1 + u) ≥ 0 for u > -1, accurate relative to itself also near 0, where the formula would
// cancel: the brick of divergences and of log-densities far from their peak.

export function logExcess(u: number): number {
  if (u > 0.2 || u < -0.2) return u - Math.log1p(u)
  // ln(1+u) = 2 artanh(s) with s = u/(2+u), and u - 2s = u·s; so the excess is u·s - 2s³(1/3 + s²/5
  // + s⁴/7 + …).
  const s = u / (2 + u)
  const w = s * s
  let series = 1 / 17
  series = series * w + 1 / 15
  series = series * w + 1 / 13
  series = series * w + 1 / 11
  series = series * w + 1 / 9
  series = series * w + 1 / 7
  series = series * w + 1 / 5
  series = series * w + 1 / 3
  return s * (u - 2 * w * series)
}

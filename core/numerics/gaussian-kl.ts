// The evidence that an average x of n rewards in [0, 1], blurred by Gaussian noise, gives against a
// mean of y > x, per reward: d(x, y) = min over z in [max(0, x), y] of kl(z, y) + precision (z -
// x)² / 2, where the noise of the average has variance 1 / (n · precision). It is the Chernoff
// exponent of the noisy average: rate functions of independent sums add by infimal convolution, so
// P(noisy average ≤ x) ≤ exp(-n d(x, y)) whenever the mean is at least y.

import { bernoulliKl } from "./bernoulli-kl.ts"

/** d(x, y) for y in [0, 1) and any x; 0 if x ≥ y. */
export function gaussianKl(precision: number, x: number, y: number): number {
  if (x >= y) return 0
  const z = mostLikely(precision, x, y)
  return bernoulliKl(z, y) + 0.5 * precision * (z - x) * (z - x)
}

/** Solves logit z - logit y + precision (z - x) = 0 by Newton steps inside a bracket. */
function mostLikely(precision: number, x: number, y: number): number {
  let low = Math.max(0, x)
  let high = y
  if (high === low) return low
  const target = Math.log(y) - Math.log1p(-y)
  // From the side of the true average if the noise is small, from the mean's side if it is large.
  const weight = precision * y * (1 - y)
  let z = Math.max(low, (weight * x + y) / (weight + 1))
  if (!(z > 0)) z = 0.5 * (low + high)
  for (let step = 0; step < 60; step++) {
    const slope = Math.log(z) - Math.log1p(-z) - target + precision * (z - x)
    if (slope > 0) high = z
    else low = z
    let next = z - slope / (1 / (z * (1 - z)) + precision)
    if (!(next > low && next < high)) next = 0.5 * (low + high)
    if (Math.abs(next - z) <= 1e-14 * z || next === low || next === high) return next
    z = next
  }
  return z
}

// The evidence that n rewards of mean x, seen through one Gaussian release, give against a mean of
// y, and the pulls until it is ln T: what Corollary A2 requires on a worse arm (docs/theory.md).

import { gaussianKl } from "@armistice/core/numerics"

/** 𝒟_n(x, y) = min over z in [x, y] of n kl(z, y) + η²n²(z - x)²/2, for x < y < 1, n > 0. */
export function computePrivateDivergence(eta: number, n: number, x: number, y: number): number {
  return n * gaussianKl(eta * eta * n, x, y)
}

/** n*: the n with 𝒟_n(x, y) = level. 𝒟 rises strictly in n. */
export function findPullsForLevel(eta: number, level: number, x: number, y: number): number {
  let low = 0
  let high = 1
  while (computePrivateDivergence(eta, high, x, y) < level) {
    low = high
    high *= 2
  }
  for (let step = 0; step < 100 && high - low > 1e-13 * high; step++) {
    const middle = (low + high) / 2
    if (computePrivateDivergence(eta, middle, x, y) < level) low = middle
    else high = middle
  }
  return high
}

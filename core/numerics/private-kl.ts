// d_ε(x, y) = min over z between x and y of ε|z - x| + kl(z, y): what a mean y costs as an
// explanation of an average x that Laplace noise may have moved (Azize, Wu, Honda, Orabona, Ito,
// Basu 2025). Closed form and inverse derived in dp-imed.md.

import { bernoulliKl, klUpperBound } from "./bernoulli-kl.ts"

/** d_ε(x, y) for x and y in [0, 1]: finite for every epsilon, also at y = 0 and y = 1. */
export function privateKl(epsilon: number, x: number, y: number): number {
  if (x === y) return 0
  return x < y ? costBelow(epsilon, x, y) : costAbove(epsilon, x, y)
}

/** For x < y. The best z is z* = y / (y + (1-y)e^ε), or x itself once x is beyond it. */
function costBelow(epsilon: number, x: number, y: number): number {
  if (y === 1) return epsilon * (1 - x)
  if (x >= turningPoint(epsilon, y)) return bernoulliKl(x, y)
  return -epsilon * x - logMixture(epsilon, y)
}

/** For x > y: the mirror image, in x and y, which may be far smaller than 1 - x can tell. */
function costAbove(epsilon: number, x: number, y: number): number {
  if (y === 0) return epsilon * x
  const shrunk = (1 - y) * Math.exp(-epsilon)
  if (x <= y / (y + shrunk)) return bernoulliKl(x, y)
  return epsilon < 700 ? epsilon * x - Math.log1p(y * Math.expm1(epsilon)) : -epsilon * (1 - x) - Math.log(y + shrunk)
}

/** z* for y < 1, written with e^(-ε) so that nothing overflows. */
function turningPoint(epsilon: number, y: number): number {
  const shrunk = y * Math.exp(-epsilon)
  return shrunk / (shrunk + 1 - y)
}

/** ln(1 - y(1 - e^(-ε))) for y < 1, without cancellation for small or large ε. */
function logMixture(epsilon: number, y: number): number {
  const drop = y * Math.expm1(-epsilon)
  return drop > -0.5 ? Math.log1p(drop) : Math.log(1 - y + y * Math.exp(-epsilon))
}

/** The largest y in [x, 1] with d_ε(x, y) ≤ level. */
export function privateKlUpperBound(epsilon: number, x: number, level: number): number {
  if (x === 1 || epsilon * (1 - x) <= level) return 1
  // Up to y* = x / (x + (1-x)e^(-ε)) the best z is x, so the bound is KL-UCB's; beyond, solve the
  // closed form for y.
  const switchesAt = x === 0 ? 0 : x / (x + (1 - x) * Math.exp(-epsilon))
  if (level <= bernoulliKl(x, switchesAt)) return klUpperBound(x, level)
  return Math.min(1, Math.expm1(-(level + epsilon * x)) / Math.expm1(-epsilon))
}

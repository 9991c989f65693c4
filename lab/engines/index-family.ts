// The two families of drawn indices: tails, and draws known to lie on one side of a bound.

import type { Random } from "@armistice/core"
import { betaCdf, betaTail, normalTail, normalTailQuantile } from "@armistice/core/numerics"

export interface IndexFamily {
  centre(first: number, second: number): number
  spread(first: number, second: number): number
  /** P(index > bound) and P(index < bound). */
  above(first: number, second: number, bound: number): number
  below(first: number, second: number, bound: number): number
  draw(first: number, second: number, random: Random): number
  /** A draw given that it is above the bound, which has probability `chance`; and below. */
  drawAbove(first: number, second: number, bound: number, chance: number, random: Random): number
  drawBelow(first: number, second: number, bound: number, chance: number, random: Random): number
}

/** first = mean, second = standard deviation. */
export const gaussianFamily: IndexFamily = {
  centre: (mean) => mean,
  spread: (_mean, deviation) => deviation,
  above: (mean, deviation, bound) => normalTail((bound - mean) / deviation),
  below: (mean, deviation, bound) => normalTail((mean - bound) / deviation),
  draw: (mean, deviation, random) => mean + deviation * random.gaussian(),
  drawAbove: (mean, deviation, _bound, chance, random) =>
    mean + deviation * normalTailQuantile(random.uniform() * chance),
  drawBelow: (mean, deviation, _bound, chance, random) =>
    mean - deviation * normalTailQuantile(random.uniform() * chance),
}

/** Beta(first, second), both at least 1, so that the density is log-concave. */
export const betaFamily: IndexFamily = {
  centre: (a, b) => a / (a + b),
  spread: (a, b) => Math.sqrt((a * b) / (a + b + 1)) / (a + b),
  above: (a, b, bound) => betaTail(a, b, bound),
  below: (a, b, bound) => betaCdf(a, b, bound),
  draw: (a, b, random) => random.beta(a, b),
  drawAbove: drawBetaAbove,
  drawBelow: (a, b, bound, chance, random) => 1 - drawBetaAbove(b, a, 1 - bound, chance, random),
}

/** Rejection sampling: from the law where the bound cuts off little, else from an envelope. */
function drawBetaAbove(a: number, b: number, bound: number, chance: number, random: Random): number {
  if (chance > 0.2) {
    for (;;) {
      const x = random.beta(a, b)
      if (x > bound) return x
    }
  }
  // A log-concave density is below its tangent at the bound or, left of the mode, below its peak.
  const slope = (a - 1) / bound - (b - 1) / (1 - bound)
  const mode = a + b > 2 ? (a - 1) / (a + b - 2) : bound
  const peak = slope > 0 ? logRatio(a, b, bound, mode) : 0
  for (;;) {
    const x = slope < 0 ? bound + random.exponential() / -slope : bound + random.uniform() * (1 - bound)
    if (x >= 1) continue
    const envelope = slope < 0 ? slope * (x - bound) : peak
    if (random.exponential() > envelope - logRatio(a, b, bound, x)) return x
  }
}

/** ln of density(x) / density(at). */
function logRatio(a: number, b: number, at: number, x: number): number {
  return (a - 1) * Math.log1p((x - at) / at) + (b > 1 ? (b - 1) * Math.log1p((at - x) / (1 - at)) : 0)
}

// The price of noise that passes. The sum after a residual release has all the noise of that release, and most of this noise is gone with
// the next one. Evidence computed from such a sum can grow on average, so a price is taken off, and then it holds at all looks together
// (docs/theory.md, Lemma 9). At slow rates the noise matters little, and one small price covers all looks. At fast rates each look has a
// price of its own, which need not cover the tail of the noise.

import { normalCdf, normalLogCdf } from "../numerics/normal.ts"
import type { ReleasedSum } from "./released-sums.ts"

/** From this many deviations of the first noise on a rate is a fast one. */
const FAST = 0.8

export const isFast = ({ first, passing }: ReleasedSum, rate: number): boolean =>
  passing !== undefined && first !== undefined && rate * first.scale >= FAST

/** What is taken off ln of the evidence of a rate: the noise itself, and the price of looking at it. */
export function passingCost(sum: ReleasedSum, rate: number): number {
  const { passing, first } = sum
  if (passing === undefined || first === undefined) return 0
  const spread = rate * passing
  const share = shareOfLook(sum)
  if (isFast(sum, rate)) return tailMoment(spread) - Math.log(share)
  // The less the noise matters at this rate, the less of its error is spent on it.
  const allowance = rate * first.scale
  return spread ** 2 / 2 + Math.log1p(allowance) + priceOfAll(spread, allowance * share)
}

/** The largest of spread·t + ln P(ξ > t), ξ standard normal: exp(spread·ξ) is at most its exponential over the tail from ξ on. */
export function tailMoment(spread: number): number {
  // It is largest where ξ's hazard, which is convex and above t, is the spread: Newton's steps from t = spread on only go down.
  let t = spread
  for (let step = 0; step < 20; step++) {
    const hazard = Math.exp(-0.5 * t * t - 0.5 * Math.log(2 * Math.PI) - normalLogCdf(-t))
    const next = t - (hazard - spread) / (hazard * (hazard - t))
    if (!(next < t)) break
    t = next
  }
  return spread * t + normalLogCdf(-t)
}

/** The least l ≥ 0 for which E max(0, exp(spread·ξ - spread²/2 - l) - 1) is at most `allowed`, ξ standard normal; rounded up. */
export function priceOfAll(spread: number, allowed: number): number {
  let l = 0
  for (let step = 0; step < 50; step++) {
    const growth = Math.exp(-l) * normalCdf(spread / 2 - l / spread)
    const excess = growth - normalCdf(-spread / 2 - l / spread)
    if (l === 0 && excess <= allowed) return 0
    // ln of the excess is concave in l (Prékopa) and falls by growth/excess: a Newton's step ends above the root, from either side.
    const change = (Math.log(excess / allowed) * excess) / growth
    if (!(Math.abs(change) > 1e-9)) break
    l += change
  }
  return l + 1e-9
}

/** The share of the last release: all releases of an arm, whatever their sizes, have 1 together, spread over ln of the rewards. */
export function shareOfLook({ parts, first, most = Number.MAX_SAFE_INTEGER }: ReleasedSum): number {
  const start = first?.count ?? parts[0].count
  const all = 1 + Math.log(Math.max(most, start) / start)
  const until = (count: number): number => (count === 0 ? 0 : Math.min(1, (1 + Math.log(count / start)) / all))
  const count = parts.reduce((total, part) => total + part.count, 0)
  return until(count) - until(count - parts[parts.length - 1].count)
}

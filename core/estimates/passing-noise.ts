// The price of noise that passes. The sum after a residual release has all the noise of that
// release, and most of this noise is gone with the next one. Evidence computed from such a sum can
// grow on average, so a price is taken off, and then it holds at all looks together
// (docs/theory.md, Lemma 14). At slow rates the noise matters little, and one small price covers
// all looks. At fast rates each look has a price of its own, which need not cover the tail of the
// noise.

import { normalCdf, normalLogCdf } from "../numerics/normal.ts"
import type { ReleasedSum } from "./released-sum.ts"

/** From this many deviations of the first noise on a rate is a fast one. */
const FAST = 0.8

export const isFast = ({ first, passing }: ReleasedSum, rate: number): boolean =>
  passing !== undefined && first !== undefined && rate * first.scale >= FAST

/** The correction for noise to ln of the evidence of a rate, and the price of looking at it. */
export function passingCost(sum: ReleasedSum, rate: number): number {
  const { passing, first } = sum
  if (passing === undefined || first === undefined) return 0
  const spread = rate * passing
  const share = computeLookShare(sum)
  if (isFast(sum, rate)) {
    // Fast rates say nothing after the end of a line, which its last release may have decided.
    const isOver = sum.ended !== undefined || isBeyondMost(sum)
    return isOver ? Number.POSITIVE_INFINITY : tailMoment(spread) - Math.log(share)
  }
  // The less the noise matters at this rate, the less of its error is spent on it.
  const allowance = rate * first.scale
  const price = Math.log1p(allowance) + computeTotalPrice(spread, allowance * share)
  return spread ** 2 / 2 + price + renewalCost(sum, rate, "alone")
}

/**
 * The permanent cost of ended lines (docs/theory.md, Lemma 21): the price of the last noise of each
 * line, which stays, and the prices of later releases, which are paid again. An extension causes
 * the same cost. For one arm, or for an arm of a pair.
 */
export function renewalCost(sum: ReleasedSum, rate: number, use: "alone" | "in a pair"): number {
  const { ended = [], first } = sum
  const allowance = rate * (first?.scale ?? 0)
  const all = use === "alone" ? allowance : Math.SQRT2 * allowance
  let cost = isBeyondMost(sum) ? Math.log1p(all) : 0
  for (const { count, joined, deviation, passes } of ended) {
    const until = shareUntil(sum, count)
    const spread = rate * deviation * (use === "alone" ? 1 : passes)
    const left = until > 1 ? 2 - until : 1 - until
    cost += computeTotalPrice(spread, allowance * (until - shareUntil(sum, count - joined))) + Math.log1p(all * left)
  }
  return cost
}

/**
 * The largest of spread·t + ln P(ξ > t), ξ standard normal: exp(spread·ξ) is at most its
 * exponential over the tail from ξ on.
 */
export function tailMoment(spread: number): number {
  // Largest where ξ's convex hazard is the spread: Newton's steps from t = spread only go down.
  let t = spread
  for (let step = 0; step < 20; step++) {
    const hazard = Math.exp(-0.5 * t * t - 0.5 * Math.log(2 * Math.PI) - normalLogCdf(-t))
    const next = t - (hazard - spread) / (hazard * (hazard - t))
    if (!(next < t)) break
    t = next
  }
  return spread * t + normalLogCdf(-t)
}

/** The least l ≥ 0 with E max(0, exp(spread·ξ - spread²/2 - l) - 1) ≤ `allowed`, rounded up. */
export function computeTotalPrice(spread: number, allowed: number): number {
  let l = 0
  for (let step = 0; step < 50; step++) {
    const growth = Math.exp(-l) * normalCdf(spread / 2 - l / spread)
    const excess = growth - normalCdf(-spread / 2 - l / spread)
    if (l === 0 && excess <= allowed) return 0
    // ln of the excess is concave in l (Prékopa), so a Newton's step ends above the root.
    const change = (Math.log(excess / allowed) * excess) / growth
    if (!(Math.abs(change) > 1e-9)) break
    l += change
  }
  return l + 1e-9
}

/** The share of the last release. All releases of an arm have 1 together, by ln of the rewards. */
export function computeLookShare(sum: ReleasedSum): number {
  const count = countRewards(sum)
  return shareUntil(sum, count) - shareUntil(sum, count - (sum.joined ?? sum.parts[sum.parts.length - 1].count))
}

const countRewards = ({ parts }: ReleasedSum): number => parts.reduce((total, part) => total + part.count, 0)

/** More rewards than were planned, after an extension. */
const isBeyondMost = (sum: ReleasedSum): boolean =>
  countRewards(sum) > Math.max(sum.most ?? 0, sum.first?.count ?? 0) && sum.most !== undefined

/** The shares of releases up to so many rewards; those beyond `most` have 1 more together. */
function shareUntil({ parts, first, most = Number.MAX_SAFE_INTEGER }: ReleasedSum, count: number): number {
  const start = first?.count ?? parts[0].count
  const planned = Math.max(most, start)
  const part = (rewards: number, from: number, to: number): number =>
    (1 + Math.log(rewards / from)) / (1 + Math.log(to / from))
  if (count === 0) return 0
  return count <= planned ? part(count, start, planned) : 1 + part(count, planned, Number.MAX_SAFE_INTEGER)
}

// The largest of draws that nobody has looked at yet. While rounds are quiet an arm's draws are only known to lie below (or
// above) the threshold in force, so they are kept as counts per threshold and turned into one number when it is needed:
// the best of m standard normals below u has distribution (Φ(x)/Φ(u))^m, one inverse.

import type { Random } from "@armistice/core"
import { normalCdf, normalLogCdf, normalLogQuantile, normalTail, normalTailQuantile } from "@armistice/core/numerics"

export class UnseenDraws {
  /** Thresholds in standard deviations from the mean, and how many draws are known to lie below each. */
  readonly #bounds: number[] = []
  readonly #counts: number[] = []
  /** The same for draws known to lie above a threshold: only the highest matters, with all draws above it. */
  readonly #floors: number[] = []
  readonly #floorCounts: number[] = []

  clear(): void {
    this.#bounds.length = 0
    this.#counts.length = 0
    this.#floors.length = 0
    this.#floorCounts.length = 0
  }

  addBelow(bound: number, count: number): void {
    this.#bounds.push(bound)
    this.#counts.push(count)
  }

  addAbove(floor: number, count: number): void {
    this.#floors.push(floor)
    this.#floorCounts.push(count)
  }

  /** The largest of `seen` and all draws kept here, which are then forgotten. */
  largest(seen: number, random: Random): number {
    let best = seen
    for (let k = 0; k < this.#floors.length; k++)
      best = Math.max(best, largestAbove(this.#floors[k], this.#floorCounts[k], random))
    for (let k = 0; k < this.#bounds.length; k++)
      if (this.#bounds[k] > best) best = Math.max(best, largestBelow(this.#bounds[k], this.#counts[k], random))
    this.clear()
    return best
  }
}

function largestAbove(floor: number, count: number, random: Random): number {
  return normalTailQuantile(normalTail(floor) * -Math.expm1(Math.log(random.uniform()) / count))
}

function largestBelow(bound: number, count: number, random: Random): number {
  const logShare = Math.log(random.uniform()) / count
  // Far below the mean everything happens in the lower tail, where only logarithms keep precision.
  if (bound < -5) return normalLogQuantile(normalLogCdf(bound) + logShare)
  return normalTailQuantile(normalTail(bound) - normalCdf(bound) * Math.expm1(logShare))
}

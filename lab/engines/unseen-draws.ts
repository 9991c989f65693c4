// The largest of draws that nobody has looked at yet. While rounds are quiet an arm's draws are only known to lie below (or
// above) the threshold in force, so they are kept as counts per threshold and turned into one number when it is needed:
// the best of m standard normals below u has distribution (Φ(x)/Φ(u))^m, one inverse.

import type { Random } from "@armistice/core"
import { largestAbove, largestBelow } from "@armistice/core/sampling"

export class UnseenDraws {
  /** Thresholds in standard deviations from the mean, and how many draws are known to lie below each. */
  readonly #below = new BoundedCounts()
  /** The same for draws known to lie above. */
  readonly #above = new BoundedCounts()

  clear(): void {
    this.#below.size = 0
    this.#above.size = 0
  }

  addBelow(bound: number, count: number): void {
    this.#below.add(bound, count)
  }

  addAbove(bound: number, count: number): void {
    this.#above.add(bound, count)
  }

  /** The largest of `seen` and all draws kept here, which are then forgotten. */
  largest(seen: number, random: Random): number {
    const above = this.#above
    const below = this.#below
    let best = seen
    for (let k = 0; k < above.size; k++) best = Math.max(best, largestAbove(random, above.counts[k], above.bounds[k]))
    for (let k = 0; k < below.size; k++)
      if (below.bounds[k] > best) best = Math.max(best, largestBelow(random, below.counts[k], below.bounds[k]))
    this.clear()
    return best
  }
}

/** A list of (bound, count) that is emptied thousands of times a run, so it keeps its memory. */
class BoundedCounts {
  size = 0
  bounds: Float64Array = new Float64Array(8)
  counts: Float64Array = new Float64Array(8)

  add(bound: number, count: number): void {
    if (this.size === this.bounds.length) {
      this.bounds = grown(this.bounds)
      this.counts = grown(this.counts)
    }
    this.bounds[this.size] = bound
    this.counts[this.size] = count
    this.size += 1
  }
}

function grown(values: Float64Array): Float64Array {
  const longer = new Float64Array(2 * values.length)
  longer.set(values)
  return longer
}

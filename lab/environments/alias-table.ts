// Draws from a finite law with one uniform number (Walker 1977, built as Vose 1991).

import type { Random } from "@armistice/core"

export class AliasTable {
  readonly #size: number
  readonly #keep: Float64Array
  readonly #other: Int32Array

  /** `weights` are at least 0 and not all 0; they need not add to 1. */
  constructor(weights: ArrayLike<number>) {
    const size = weights.length
    const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0)
    this.#size = size
    this.#keep = new Float64Array(size).fill(1)
    this.#other = Int32Array.from({ length: size }, (_, index) => index)
    const share = Float64Array.from(weights, (weight) => (weight * size) / total)
    const small: number[] = []
    const large: number[] = []
    for (let index = 0; index < size; index++) (share[index] < 1 ? small : large).push(index)
    while (small.length > 0 && large.length > 0) {
      const less = small.pop() as number
      const more = large[large.length - 1]
      this.#keep[less] = share[less]
      this.#other[less] = more
      share[more] -= 1 - share[less]
      if (share[more] < 1) small.push(large.pop() as number)
    }
  }

  draw(random: Random): number {
    const place = random.uniform() * this.#size
    const index = Math.floor(place)
    return place - index < this.#keep[index] ? index : this.#other[index]
  }
}

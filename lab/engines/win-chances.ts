// The chance of each arm to draw the largest index, for Gaussian indices with ceilings: the
// integral of its density times all other distributions, by Gauss-Legendre between the ceilings.
// Errors are at most 1e-11 of each chance, or 1e-16.

import { gaussLegendre } from "./gauss-legendre.ts"
import { CELLS_PER_UNIT, FIRST_CELL, gridTerms, TERMS } from "./normal-grid.ts"

/** Beyond this many deviations an index is certain for every practical purpose: the chance is 5e-17. */
const FAR = 8.3
/** A panel may be as wide as so many deviations of the integrand. */
const WIDEST = 13

/** What is known of the arms that draw. */
export interface DrawnArms {
  readonly mean: ArrayLike<number>
  readonly deviation: ArrayLike<number>
  /** No draw exceeds it; Infinity if nothing is known. */
  readonly ceiling: ArrayLike<number>
  /** The chance of a free draw to exceed the ceiling. */
  readonly beyond: ArrayLike<number>
}

export class WinChances {
  /** By arm; only those of the arms that were asked about mean anything. */
  readonly chance: Float64Array
  /** Where each arm's law ends, for those that draw, in falling order of it. */
  readonly #end: Float64Array
  readonly #order: Int32Array
  // Of the arms in that order: their laws in cells of the grid, their sums, and what is known of
  // them at a node.
  readonly #mean: Float64Array
  readonly #scale: Float64Array
  readonly #share: Float64Array
  /** One over the deviation of the product of all densities up to each. */
  readonly #sharpness: Float64Array
  readonly #sum: Float64Array
  readonly #others: Float64Array
  readonly #cdf: Float64Array
  readonly #density: Float64Array

  constructor(armCount: number) {
    const list = () => new Float64Array(armCount)
    this.chance = list()
    this.#order = new Int32Array(armCount)
    this.#end = list()
    this.#mean = list()
    this.#scale = list()
    this.#share = list()
    this.#sharpness = list()
    this.#sum = list()
    this.#others = list()
    this.#cdf = list()
    this.#density = list()
  }

  /** Fills `chance` for the arms drawing[0 … count - 1]; the winner must also exceed `floor`. */
  measure(arms: DrawnArms, drawing: ArrayLike<number>, count: number, floor: number): void {
    let low = floor
    for (let k = 0; k < count; k++) {
      const arm = drawing[k]
      const far = FAR * arms.deviation[arm]
      const end = Math.min(arms.ceiling[arm], arms.mean[arm] + far)
      low = Math.max(low, arms.mean[arm] - far)
      let place = k
      for (; place > 0 && this.#end[place - 1] < end; place--) {
        this.#end[place] = this.#end[place - 1]
        this.#order[place] = this.#order[place - 1]
      }
      this.#end[place] = end
      this.#order[place] = arm
    }
    let squares = 0
    for (let k = 0; k < count; k++) {
      const arm = this.#order[k]
      this.#mean[k] = arms.mean[arm]
      this.#scale[k] = CELLS_PER_UNIT / arms.deviation[arm]
      this.#share[k] = 1 / (1 - arms.beyond[arm])
      this.#sum[k] = 0
      squares += 1 / (arms.deviation[arm] * arms.deviation[arm])
      this.#sharpness[k] = Math.sqrt(squares)
    }
    // From the lowest end to the highest, with those whose law has not ended yet.
    for (let active = count; active > 0; active--) {
      const high = this.#end[active - 1]
      if (!(high > low)) continue
      this.#integrate(low, high, active)
      low = high
    }
    for (let k = 0; k < count; k++) this.chance[this.#order[k]] = this.#sum[k] * this.#scale[k] * this.#share[k]
  }

  /** Adds to each chance the integral of the arm's density times the distribution of all others. */
  #integrate(low: number, high: number, active: number): void {
    const sharpness = this.#sharpness[active - 1]
    const panels = Math.ceil(((high - low) * sharpness) / WIDEST)
    const half = (high - low) / (2 * panels)
    // So many nodes are enough for a Gaussian within 1e-11 (by the ellipse on which it stays small;
    // measured, too).
    const { nodes, weights } = gaussLegendre(Math.ceil(5 + 3.6 * half * sharpness))
    const mean = this.#mean
    const scale = this.#scale
    const share = this.#share
    const others = this.#others
    const cdf = this.#cdf
    const density = this.#density
    const sum = this.#sum
    for (let index = 0; index < panels * nodes.length; index++) {
      const node = index % nodes.length
      const panel = (index - node) / nodes.length
      const y = low + half * (2 * panel + 1 + nodes[node])
      let before = half * weights[node]
      for (let k = 0; k < active; k++) {
        const place = (y - mean[k]) * scale[k] + FIRST_CELL
        const cell = place | 0
        const d = place - cell - 0.5
        const at = TERMS * cell
        const t1 = gridTerms[at + 1]
        const t2 = gridTerms[at + 2]
        const t3 = gridTerms[at + 3]
        const t4 = gridTerms[at + 4]
        const t5 = gridTerms[at + 5]
        const t6 = gridTerms[at + 6]
        const t7 = gridTerms[at + 7]
        const t8 = gridTerms[at + 8]
        const rise = t1 + d * (t2 + d * (t3 + d * (t4 + d * (t5 + d * (t6 + d * (t7 + d * t8))))))
        const slope =
          t1 + d * (2 * t2 + d * (3 * t3 + d * (4 * t4 + d * (5 * t5 + d * (6 * t6 + d * (7 * t7 + d * 8 * t8))))))
        const below = (gridTerms[at] + d * rise) * share[k]
        density[k] = slope
        cdf[k] = below
        others[k] = before
        before *= below
      }
      let after = 1
      for (let k = active - 1; k >= 0; k--) {
        sum[k] += others[k] * after * density[k]
        after *= cdf[k]
      }
    }
  }
}

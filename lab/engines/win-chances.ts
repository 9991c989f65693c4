// The probability that an arm draws the largest index, for Gaussian indices truncated at ceilings:
// the integral of its density times the distribution functions of all other arms, by Gauss-Legendre
// quadrature between the ceilings. The error is at most 1e-11 of each probability, or 1e-16.

import { gaussLegendre } from "./gauss-legendre.ts"
import { CELLS_PER_UNIT, FIRST_CELL, gridTerms, TERMS } from "./normal-grid.ts"

/** A draw is this many standard deviations from its mean with probability 5e-17: neglected. */
const FAR = 8.3
/** The largest width of a panel, in standard deviations of the integrand. */
const WIDEST_PANEL = 13

/** The laws of the arms' indices, by arm. */
export interface DrawnArms {
  readonly mean: ArrayLike<number>
  readonly deviation: ArrayLike<number>
  /** No draw exceeds the ceiling; Infinity if there is none. */
  readonly ceiling: ArrayLike<number>
  /** The probability that a draw would exceed the ceiling without truncation. */
  readonly beyond: ArrayLike<number>
}

export class WinChances {
  /** By arm. Only the arms of the last `measure` have a meaningful value. */
  readonly chance: Float64Array
  // The drawing arms by the upper end of their law, highest first; arrays below follow it.
  readonly #order: Int32Array
  readonly #end: Float64Array
  readonly #mean: Float64Array
  /** Grid cells per unit of the index. */
  readonly #scale: Float64Array
  /** Corrects density and distribution function for the truncation at the ceiling. */
  readonly #share: Float64Array
  /** One over the standard deviation of the product of the densities up to this arm. */
  readonly #sharpness: Float64Array
  readonly #sum: Float64Array
  // Scratch space at one node.
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
    // Above the end of its law an arm cannot win, and its distribution function is 1.
    for (let active = count; active > 0; active--) {
      const high = this.#end[active - 1]
      if (!(high > low)) continue
      this.#integrate(low, high, active)
      low = high
    }
    for (let k = 0; k < count; k++) this.chance[this.#order[k]] = this.#sum[k] * this.#scale[k] * this.#share[k]
  }

  /** Integrates from `low` to `high` over the first `active` arms and adds to their sums. */
  #integrate(low: number, high: number, active: number): void {
    const sharpness = this.#sharpness[active - 1]
    const panels = Math.ceil(((high - low) * sharpness) / WIDEST_PANEL)
    const half = (high - low) / (2 * panels)
    // Enough nodes for an error of 1e-11 on a Gaussian: by Bernstein ellipse, and measured.
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

// Φ and its density at many points by Taylor polynomials around a grid, within 1e-13 up to five
// deviations and 2e-12 up to GRID_END: twice as fast as the exact functions.

import { normalCdf, normalPdf } from "@armistice/core/numerics"

/** Points must lie within this of 0. */
export const GRID_END = 8.5

export const CELLS_PER_UNIT = 32
/** Point x is in cell ⌊CELLS_PER_UNIT x + FIRST_CELL⌋, a little beyond the ends too. */
export const FIRST_CELL: number = Math.round((GRID_END + 0.25) * CELLS_PER_UNIT)
export const TERMS = 9

/** For each cell, the coefficients of Φ in powers of the distance from its middle, in cells. */
export const gridTerms: Float64Array = new Float64Array(TERMS * 2 * FIRST_CELL)
for (let cell = 0; cell < 2 * FIRST_CELL; cell++) {
  const middle = (cell + 0.5 - FIRST_CELL) / CELLS_PER_UNIT
  gridTerms[TERMS * cell] = normalCdf(middle)
  // The n-th derivative of the density is (-1)ⁿ Heₙ times it; Heₙ₊₁ = x Heₙ - n Heₙ₋₁.
  let [hermite, before] = [1, 0]
  let factor = normalPdf(middle) / CELLS_PER_UNIT
  for (let n = 0; n < TERMS - 1; n++) {
    gridTerms[TERMS * cell + n + 1] = (factor * hermite) / (n + 1)
    ;[hermite, before] = [middle * hermite - n * before, hermite]
    factor /= -(n + 1) * CELLS_PER_UNIT
  }
}

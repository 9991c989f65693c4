// Scales of sliders: which value each position has.

/** 1, 2, 5, 10, … from `low` to `high`, both powers of ten. */
export function listOneTwoFive(low: number, high: number): number[] {
  const values: number[] = []
  for (let exponent = Math.round(Math.log10(low)); ; exponent++)
    for (const digit of [1, 2, 5]) {
      const value = Number(`${digit}e${exponent}`)
      if (value > high) return values
      values.push(value)
    }
}

/** The index of the value, or else of the nearest by ratio; 0 counts as 0.001. */
export function findNearestIndex(values: readonly number[], value: number): number {
  const exact = values.indexOf(value)
  if (exact >= 0) return exact
  const distances = values.map((other) => Math.abs(Math.log(Math.max(other, 1e-3) / Math.max(value, 1e-3))))
  return distances.indexOf(Math.min(...distances))
}

/** A logarithmic scale of `steps` steps; values have three significant digits. */
export const createSliderScale = (low: number, high: number, steps: number) => ({
  steps,
  valueAt: (position: number) => Number((low * (high / low) ** (position / steps)).toPrecision(3)),
  findPosition: (value: number) =>
    Math.max(0, Math.min(steps, Math.round((steps * Math.log(value / low)) / Math.log(high / low)))),
})

// Places of a slider and the values they stand for.

/** 1, 2, 5, 10, … from `low` to `high`, both powers of ten. */
export function oneTwoFive(low: number, high: number): number[] {
  const values: number[] = []
  for (let exponent = Math.round(Math.log10(low)); ; exponent++)
    for (const lead of [1, 2, 5]) {
      const value = Number(`${lead}e${exponent}`)
      if (value > high) return values
      values.push(value)
    }
}

export function nearestIndex(values: readonly number[], value: number): number {
  let best = 0
  for (const [index, candidate] of values.entries())
    if (Math.abs(Math.log(candidate / value)) < Math.abs(Math.log((values[best] as number) / value))) best = index
  return best
}

/** A logarithmic scale of `steps` steps whose values have two or three digits. */
export const sliderScale = (low: number, high: number, steps: number) => ({
  steps,
  valueAt: (place: number) => Number((low * (high / low) ** (place / steps)).toPrecision(3)),
  placeOf: (value: number) =>
    Math.max(0, Math.min(steps, Math.round((steps * Math.log(value / low)) / Math.log(high / low)))),
})

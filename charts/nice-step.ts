// Round steps between the ticks of an axis.

/** The smallest of these factors times a power of ten that is at least `least`. */
export function niceStep(least: number, factors: readonly number[] = [1, 2, 5]): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * (factors.find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10)
}

/** The multiples of a step within a range. */
export function listMultiples(from: number, to: number, step: number): number[] {
  const multiples: number[] = []
  // Adding 0 turns -0 into 0.
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++) multiples.push(k * step + 0)
  return multiples
}

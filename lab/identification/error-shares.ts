// How the error of an identification is divided among looks, and what evidence a look needs.

/** Later looks get less, early ones nearly as much as each other: shares sum to 1. */
const patience = 8

export const lookShare = (look: number): number => patience / ((look + patience - 1) * (look + patience))

/**
 * The t with (1 + t) e^(-t) = error: the sum of two independent numbers, each above s with chance
 * at most e^(-s), reaches t with chance at most `error`.
 */
export function computeLevelOfTwo(error: number): number {
  const wanted = -Math.log(error)
  let level = wanted
  // t = wanted + ln(1 + t) contracts.
  for (let step = 0; step < 100; step++) level = wanted + Math.log1p(level)
  return level
}

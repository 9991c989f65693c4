// Finds the parameter of a law that gives it a wanted mean, by bisection.

import { invalidParameter } from "../check-parameters.ts"

/** `meanAt` must not decrease. Refuses a mean that no parameter in [low, high] gives. */
export function solveMean(mean: number, meanAt: (parameter: number) => number, low: number, high: number): number {
  const [lowest, highest] = [meanAt(low), meanAt(high)]
  if (!(mean >= lowest && mean <= highest))
    throw invalidParameter(
      `means of these rewards must be in [${lowest.toPrecision(3)}, ${highest.toPrecision(3)}], got ${mean}`,
    )
  let [below, above] = [low, high]
  for (;;) {
    const middle = (below + above) / 2
    if (middle <= below || middle >= above) return middle
    if (meanAt(middle) < mean) below = middle
    else above = middle
  }
}

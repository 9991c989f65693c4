// The largest is the quantile of its law at the chance it was given: the law from R, the chance
// given.

import * as R from "lib-r-math.js"
import { expect, test } from "vitest"
import { drawLargestGaussian } from "./gaussian-extremes.ts"
import type { Random } from "./random.ts"

const logCdf = (x: number) => R.pnorm(x, 0, 1, true, true)

/** Chances in order; more must not be asked for. */
function given(exponentials: number[]): Random {
  const exponential = () => {
    const value = exponentials.shift()
    if (value === undefined) throw new Error("no more chances must be asked for")
    return value
  }
  return { exponential } as unknown as Random
}

const chances = [1e-6, 0.01, 0.3, 0.69, 0.7, 2, 12]

test("the largest of all is below its value with the chance given", () => {
  for (const count of [1, 7, 1000])
    for (const chance of chances)
      expect((count * logCdf(drawLargestGaussian(given([chance]), count))) / -chance).toBeCloseTo(1, 9)
})

test("a chance that is next to none still gives its quantile", () => {
  for (const chance of [20, 50, 300])
    expect(logCdf(drawLargestGaussian(given([chance]), 1)) / -chance).toBeCloseTo(1, 9)
})

test("counts that are none are refused with their code", () => {
  const isRefused = expect.objectContaining({ code: "invalid_parameter" })
  for (const count of [0, -1, 1.5, Number.NaN, 2 ** 53])
    expect(() => drawLargestGaussian(given([1]), count)).toThrow(isRefused)
})

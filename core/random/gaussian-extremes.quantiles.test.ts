// Each extreme is the quantile of its law at the chance it was given: the laws from R, the chances given.

import * as R from "lib-r-math.js"
import { expect, test } from "vitest"
import { gaussianAbove, gaussianBelow, largestAbove, largestBelow, largestOf } from "./gaussian-extremes.ts"
import type { Random } from "./random.ts"

const logCdf = (x: number) => R.pnorm(x, 0, 1, true, true)
const logTail = (x: number) => R.pnorm(x, 0, 1, false, true)

/** Chances in order; more must not be asked for. */
function given(exponentials: number[], normals: number[] = []): Random {
  const next = (list: number[]) => () => {
    const value = list.shift()
    if (value === undefined) throw new Error("no more chances must be asked for")
    return value
  }
  return { exponential: next(exponentials), gaussian: next(normals) } as unknown as Random
}

const chances = [1e-6, 0.01, 0.3, 0.69, 0.7, 2, 12]

test("the largest of all is below its value with the chance given", () => {
  for (const count of [1, 7, 1000])
    for (const chance of chances)
      expect((count * logCdf(largestOf(given([chance]), count))) / -chance).toBeCloseTo(1, 9)
})

test("the largest below a bound, and above one, are so among what the bound leaves", () => {
  for (const count of [1, 7, 1000])
    for (const bound of [-5, -1, 0, 2])
      for (const chance of chances) {
        const below = largestBelow(given([chance]), count, bound)
        const above = largestAbove(given([chance]), count, bound)
        // R's laws are compared where the difference of their logarithms keeps enough digits.
        if (chance / count > 1e-4) expect((count * (logCdf(below) - logCdf(bound))) / -chance).toBeCloseTo(1, 6)
        const share = -Math.expm1(-chance / count)
        if (share < 0.99) expect(Math.exp(logTail(above) - logTail(bound)) / share).toBeCloseTo(1, 6)
        expect(below).toBeLessThanOrEqual(bound)
        expect(above).toBeGreaterThanOrEqual(bound)
      }
})

test("a chance that is next to none still gives its quantile, where the bound leaves all", () => {
  for (const chance of [20, 50, 300])
    expect(logCdf(largestAbove(given([chance]), 1, Number.NEGATIVE_INFINITY)) / -chance).toBeCloseTo(1, 9)
})

test("one normal above a low bound is the first that reaches it, above a high one the tail's", () => {
  expect(gaussianAbove(given([], [-1, 0.2, 0.5, 3]), 0.5)).toBe(0.5)
  expect(gaussianBelow(given([], [-1, 0.2, 1.5]), -0.3)).toBe(-1.5)
  expect(gaussianAbove(given([1, 9]), 2)).toBe(2.5)
  expect(gaussianBelow(given([1, 9]), -2)).toBe(-2.5)
  expect(gaussianAbove(given([0.7, 9]), 0.7)).toBeCloseTo(1.7, 12)
})

test("counts and bounds that are none are refused with their code", () => {
  const isRefused = expect.objectContaining({ code: "invalid_parameter" })
  for (const count of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
    expect(() => largestOf(given([1]), count)).toThrow(isRefused)
    expect(() => largestBelow(given([1]), count, 0)).toThrow(isRefused)
    expect(() => largestAbove(given([1]), count, 0)).toThrow(isRefused)
  }
  for (const bound of [1.1e100, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => largestBelow(given([1]), 1, -bound)).toThrow(isRefused)
    expect(() => largestAbove(given([1]), 1, bound)).toThrow(isRefused)
    expect(() => gaussianAbove(given([1, 9], [1]), bound)).toThrow(isRefused)
    expect(() => gaussianBelow(given([1, 9], [1]), -bound)).toThrow(isRefused)
  }
  expect(gaussianAbove(given([1, 9]), 1e100)).toBe(1e100)
})

// Gamma and beta draws from given chances, and the proposals that they reject.

import { describe, expect, test } from "vitest"
import { drawBeta, drawGamma } from "./gamma-sampler.ts"
import type { Random } from "./random.ts"
import { seededRandom } from "./seeded-random.ts"

describe("a proposal for gamma", () => {
  /**
   * Whether the sampler takes the normal `x` when the uniform is `u`; otherwise it takes the next
   * normal, 0.
   */
  function isTaken(shape: number, x: number, u: number): boolean {
    const normals = [x, 0]
    const uniforms = [u, 1e-9]
    const random = { ...seededRandom(1), gaussian: () => normals.shift() ?? 0, uniform: () => uniforms.shift() ?? 0.5 }
    const taken = (shape - 1 / 3) * (1 + x / Math.sqrt(9 * shape - 3)) ** 3
    return Math.abs(drawGamma(random as unknown as Random, shape) - taken) < 1e-9 * shape
  }

  test.each([1, 1.5, 4, 30, 300, 1e4])("of shape %d is taken with exactly the probability of the method", (shape) => {
    const d = shape - 1 / 3
    for (const x of [-3.5, -2.5, -1.4, -0.8, 0.9, 1.7, 2.6, 3.9]) {
      const root = 1 + x / Math.sqrt(9 * d)
      if (root <= 0) continue
      const limit = Math.exp((x * x) / 2 + d * (1 - root ** 3 + 3 * Math.log(root)))
      expect(isTaken(shape, x, limit * (1 - 1e-9))).toBe(true)
      if (limit < 1 - 1e-8) expect(isTaken(shape, x, limit * (1 + 1e-9))).toBe(false)
    }
  })
})

/** The value of a shape of at least 1 from a normal that is accepted. */
const large = (shape: number, x: number) => (shape - 1 / 3) * (1 + x / Math.sqrt(9 * shape - 3)) ** 3

/** Normals and exponentials in order; every proposal is taken. */
function given(normals: number[], exponentials: number[] = []): Random {
  const next = (list: number[]) => () => {
    const value = list.shift()
    if (value === undefined) throw new Error("no more chances must be asked for")
    return value
  }
  return { gaussian: next(normals), exponential: next(exponentials), uniform: () => 1e-9 } as unknown as Random
}

test("a shape below 1 is one more, times a power of a uniform number", () => {
  for (const shape of [0.05, 0.7, 0.999]) {
    const drawn = drawGamma(given([0.4], [1.3]), shape)
    expect(drawn / (large(shape + 1, 0.4) * Math.exp(-1.3 / shape))).toBeCloseTo(1, 12)
  }
  expect(drawGamma(given([0.4]), 1) / large(1, 0.4)).toBeCloseTo(1, 12)
})

test("nearly all proposals of large shapes are taken, and no digit is lost on the way", () => {
  for (const shape of [1e10, 1e20, 1e30, 1e100])
    for (const x of [-4, -3, 3, 4]) {
      // The probability differs from 1 by less than x⁴ / (36 · shape).
      const random = { ...given([x]), uniform: () => 0.999_999 } as unknown as Random
      expect(Math.abs(drawGamma(random, shape) / large(shape, x) - 1)).toBeLessThan(2e-15)
    }
})

test("a beta draw is the share of the first of two gamma draws", () => {
  for (const [a, b] of [
    [1, 1],
    [2, 3],
    [1, 30],
    [30, 1],
  ] as const) {
    const [one, other] = [large(a, 0.4), large(b, -0.7)]
    expect(drawBeta(given([0.4, -0.7]), a, b)).toBeCloseTo(one / (one + other), 14)
  }
  for (const [a, b] of [
    [0.5, 0.2],
    [0.5, 1],
    [3, 0.2],
  ] as const) {
    const exponentials = [0.6, 1.1].filter((_, place) => (place === 0 ? a : b) < 1)
    const one = a < 1 ? large(a + 1, 0.4) * Math.exp(-0.6 / a) : large(a, 0.4)
    const other = b < 1 ? large(b + 1, -0.7) * Math.exp(-1.1 / b) : large(b, -0.7)
    expect(drawBeta(given([0.4, -0.7], exponentials), a, b)).toBeCloseTo(one / (one + other), 14)
  }
})

test("shapes that are none are refused", () => {
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const isRefused = expect.objectContaining({ code: "invalid_parameter" })
    expect(() => drawGamma(given([0]), bad)).toThrow(isRefused)
    expect(() => drawBeta(given([0, 0]), bad, 1)).toThrow(isRefused)
    expect(() => drawBeta(given([0, 0]), 1, bad)).toThrow(isRefused)
    expect(() => drawGamma(given([0]), bad)).toThrow("shape must be")
    expect(() => drawBeta(given([0, 0]), bad, 1)).toThrow("a must be")
    expect(() => drawBeta(given([0, 0]), 1, bad)).toThrow("b must be")
  }
})

// The values of normal draws from given words: layers, the curve beside them, and the tail.

import { expect, test } from "vitest"
import { drawGaussian, gaussianTail } from "./gaussian-sampler.ts"
import { isCurveFollowed } from "./testing/curve-followed.ts"
import { giveWords } from "./testing/given-words.ts"
import type { WordSource } from "./word-source.ts"
import { portableExp, ziggurat } from "./ziggurat.ts"

test("gaussian takes layer, sign and mantissa from separate bits", () => {
  const words = (layer: number, sign: number, high: number, low: number) =>
    Object.assign(giveWords((high << 11) | (sign << 8) | layer, low), { exponential: () => 0 })
  for (const layer of [1, 7, 100, 253]) {
    const unit = drawGaussian(words(layer, 0, 0, 1))
    expect(unit).toBeGreaterThan(0)
    expect(drawGaussian(words(layer, 0, 0x12345, 0x6789abcd))).toBe((0x12345 * 2 ** 32 + 0x6789abcd) * unit)
    expect(drawGaussian(words(layer, 1, 0x12345, 0x6789abcd))).toBe(-(0x12345 * 2 ** 32 + 0x6789abcd) * unit)
    expect(drawGaussian(words(layer + 1, 0, 0, 1))).toBeLessThan(unit)
  }
})

test("gaussian takes a point beside the curve's rectangle exactly if it lies under the curve", () => {
  const table = ziggurat(
    3.654152885361009,
    0.004928673233974655,
    (x) => portableExp((-x * x) / 2),
    (x) => -x * portableExp((-x * x) / 2),
  )
  const draw = (words: WordSource) => drawGaussian(Object.assign(words, { exponential: () => 0 }))
  for (const layer of [1, 2, 50, 200, 255])
    expect(isCurveFollowed(draw, table, layer, (x) => Math.exp((-x * x) / 2))).toBe(true)
})

const start = 3.654152885361009

/** Exponentials in order. */
const createTail = (exponentials: number[]) => ({
  exponential() {
    const next = exponentials.shift()
    if (next === undefined) throw new Error("no more chances must be asked for")
    return next
  },
})

test("beyond the lowest layer the tail is drawn, with the sign of the layer", () => {
  const lowest = 0xffff_ff00
  const draw = (high: number) => drawGaussian(Object.assign(giveWords(high, -1), createTail([0.5, 1])))
  expect(draw(lowest & ~256)).toBeCloseTo(start + 0.5 / start, 14)
  expect(draw(lowest | 256)).toBeCloseTo(-start - 0.5 / start, 14)
})

test("the tail takes a proposal exactly if twice the second exponential exceeds the square of its excess", () => {
  for (const bound of [0.7, 3, 40]) {
    const limit = (1.5 / bound) ** 2 / 2
    expect(gaussianTail(createTail([1.5, limit * (1 + 1e-9)]), bound)).toBeCloseTo(bound + 1.5 / bound, 13)
    expect(gaussianTail(createTail([1.5, limit * (1 - 1e-9), 0.1, 9]), bound)).toBeCloseTo(bound + 0.1 / bound, 13)
  }
})

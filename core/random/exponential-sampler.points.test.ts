// The values of exponential and Laplace draws from given words: layers, the curve beside them, and
// the tail.

import { expect, test } from "vitest"
import { drawExponential, drawLaplace } from "./exponential-sampler.ts"
import { isCurveFollowed } from "./testing/curve-followed.ts"
import { giveWords } from "./testing/given-words.ts"
import { portableExp, ziggurat } from "./ziggurat.ts"

const table = ziggurat(
  7.69711747013105,
  0.003949659822581557,
  (x) => portableExp(-x),
  (x) => -portableExp(-x),
)

test("exponential starts its tail afresh as often as the tail is drawn", () => {
  const lowestLayer = 0xffff_ff00
  const inside = [7, 1]
  const near = drawExponential(giveWords(...inside))
  expect(drawExponential(giveWords(lowestLayer, -1, lowestLayer, -1, ...inside))).toBeCloseTo(
    7.69711747013105 * 2 + near,
    13,
  )
  expect(drawLaplace(giveWords(lowestLayer | 256, -1, ...inside))).toBeCloseTo(-7.69711747013105 - near, 13)
  expect(drawLaplace(giveWords(lowestLayer & ~256, -1, ...inside))).toBeCloseTo(7.69711747013105 + near, 13)
})

test("exponential is never 0", () => {
  expect(drawExponential(giveWords(7, 0, 7, 1))).toBe(drawExponential(giveWords(7, 1)))
})

test("exponential takes a point beside the curve's rectangle exactly if it lies under the curve", () => {
  for (const layer of [1, 2, 50, 200, 255])
    expect(isCurveFollowed(drawExponential, table, layer, (x) => Math.exp(-x))).toBe(true)
})

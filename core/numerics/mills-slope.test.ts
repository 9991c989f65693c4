import { expect, test } from "vitest"
import { scaledTail } from "./mills.ts"
import { scaledTailDrop, scaledTailSlope } from "./mills-slope.ts"

/**
 * [y, S(y) = e^(y²/2)(1 - Φ(y)), -S'(y) = 1/√(2π) - y S(y)]: mpmath 1.3 at 60 digits; nearest
 * doubles.
 */
const table = [
  [-0.9, 1.2233406939636084, 1.4999489049686803],
  [-0.3, 0.6463525625654618, 0.5928480491710713],
  [0.0, 0.5, 0.3989422804014327],
  [0.5, 0.34961883472039806, 0.22413286304123364],
  [2.0, 0.1681020012231706, 0.06273827795509146],
  [4.99, 0.07706302251389999, 0.014397798057071701],
  [5.01, 0.07677610649041125, 0.014293986884472351],
  [12.0, 0.033018971077214535, 0.002714627474858261],
  [38.0, 0.010491225699639976, 0.00027570381511358646],
  [1000.0, 0.0003989418814603491, 3.9894108358057555e-7],
] as const

test.each(table)("the scaled tail and its slope at %f are right to 2e-15", (y, tail, slope) => {
  if (y >= 0) expect(Math.abs(scaledTail(y) / tail - 1)).toBeLessThan(2e-15)
  expect(Math.abs(scaledTailSlope(y) / slope - 1)).toBeLessThan(2e-15)
})

test("a drop is the difference of two scaled tails, and keeps its digits when they are close", () => {
  for (const y of [0, 0.3, 1, 4.7, 5, 11, 38])
    for (const width of [1, 0.3]) {
      const difference = scaledTail(y) - scaledTail(y + width)
      expect(Math.abs(scaledTailDrop(y, width) / difference - 1)).toBeLessThan((1e-15 * scaledTail(y)) / difference)
    }
  for (const y of [-0.5, 0.5, 6, 38])
    expect(Math.abs(scaledTailDrop(y, 1e-9) / (scaledTailSlope(y + 5e-10) * 1e-9) - 1)).toBeLessThan(2e-15)
})

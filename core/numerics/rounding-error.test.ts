import fc from "fast-check"
import { expect, test } from "vitest"
import { nextUp, productError, sumError } from "./rounding-error.ts"
import { exactly } from "./testing/exact-fraction.ts"

const number = fc.double({ min: -1e100, max: 1e100, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-100)

test("a rounded sum plus its error is the exact sum", () => {
  fc.assert(
    fc.property(number, number, (x, y) => {
      const sum = x + y
      expect(
        exactly(sum)
          .plus(exactly(sumError(x, y, sum)))
          .compare(exactly(x).plus(exactly(y))),
      ).toBe(0)
    }),
    { numRuns: 2000 },
  )
})

test("a rounded product plus its error is the exact product", () => {
  fc.assert(
    fc.property(number, number, (x, y) => {
      const product = x * y
      expect(
        exactly(product)
          .plus(exactly(productError(x, y, product)))
          .compare(exactly(x).times(exactly(y))),
      ).toBe(0)
    }),
    { numRuns: 2000 },
  )
})

test("the next number has nothing between", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e300, noNaN: true }), (x) => {
      const above = nextUp(x)
      expect(above).toBeGreaterThan(x)
      const middle = x + (above - x) / 2
      expect(middle === x || middle === above).toBe(true)
    }),
  )
  expect(nextUp(0)).toBe(Number.MIN_VALUE)
  expect(nextUp(-0)).toBe(Number.MIN_VALUE)
  expect(nextUp(1)).toBe(1 + Number.EPSILON)
})

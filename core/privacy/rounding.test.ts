import fc from "fast-check"
import { expect, test } from "vitest"
import { exactly } from "../numerics/testing/exact-fraction.ts"
import { divideUp, findLargestWithin, multiplyUp, roundUp } from "./rounding.ts"
import { UpwardSum } from "./upward-sum.ts"

const loss = fc.double({ min: 1e-300, max: 1e150, noNaN: true })

test("rounding up moves a loss by several bits, and leaves 0 alone", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-290, max: 1e290, noNaN: true }), (x) => {
      expect(roundUp(x)).toBeGreaterThan(x * (1 + 4 * Number.EPSILON))
      expect(roundUp(x)).toBeLessThan(x * (1 + 16 * Number.EPSILON))
    }),
  )
  expect(roundUp(0)).toBe(0)
})

test("a product rounded up is the product or the next number above it", () => {
  fc.assert(
    fc.property(loss, loss, (x, y) => {
      const product = multiplyUp(x, y)
      expect(exactly(product).compare(exactly(x).times(exactly(y)))).toBeGreaterThanOrEqual(0)
      if (product > 1e-290) expect(product).toBeLessThanOrEqual(x * y * (1 + Number.EPSILON))
    }),
  )
  expect(multiplyUp(1.7e300, 0.5)).toBeGreaterThanOrEqual(0.85e300)
  expect([multiplyUp(1e200, 1e200), multiplyUp(Number.MAX_VALUE, 10)]).toEqual([Infinity, Infinity])
  expect([multiplyUp(0, 5), multiplyUp(0.5, 4), multiplyUp(1e-200, 1e-200)]).toEqual([0, 2, Number.MIN_VALUE])
})

test("a quotient rounded up is the quotient or the next number above it: 1/3 asks for noise of more than 3", () => {
  expect(divideUp(1, 1 / 3)).toBe(3 + 2 ** -51)
  expect([divideUp(1, 0.5), divideUp(3, 4)]).toEqual([2, 0.75])
  const number = fc.double({ min: 1e-12, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.oneof(fc.constant(1), number), number, (x, y) => {
      const quotient = divideUp(x, y)
      expect(exactly(quotient).times(exactly(y)).compare(exactly(x))).toBeGreaterThanOrEqual(0)
      const below = quotient * (1 - Number.EPSILON / 2)
      expect(exactly(below).times(exactly(y)).compare(exactly(x))).toBeLessThan(0)
    }),
    { numRuns: 500 },
  )
})

test("an upward sum is at least the exact sum, and above it by less than 2^-90 of it", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.double({ min: 0, max: 1e6, noNaN: true }).filter((x) => x === 0 || x > 1e-200),
        { maxLength: 50 },
      ),
      (list) => {
        const sum = new UpwardSum()
        let truth = exactly(0)
        for (const value of list) {
          sum.add(value)
          truth = truth.plus(exactly(value))
        }
        const got = exactly(sum.high).plus(exactly(sum.low))
        expect(got.compare(truth)).toBeGreaterThanOrEqual(0)
        expect(got.compare(truth.times(exactly(1).plus(exactly(2 ** -90))))).toBeLessThanOrEqual(0)
        expect(exactly(sum.ceiling()).compare(truth)).toBeGreaterThanOrEqual(0)
        expect(sum.high + sum.low).toBe(sum.high)
      },
    ),
    { numRuns: 500 },
  )
})

test("an upward sum of numbers with a rest each is never below the exact sum", () => {
  const term = fc.tuple(
    fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }).filter((share) => Math.abs(share) > 1e-3),
  )
  fc.assert(
    fc.property(fc.array(term, { minLength: 2, maxLength: 20 }), (list) => {
      const sum = new UpwardSum()
      let truth = exactly(0)
      for (const [value, share] of list) {
        // At most a quarter of a unit in the last place, as the rest of a square is.
        const rest = value * share * 2 ** -55
        sum.add(value, rest)
        truth = truth.plus(exactly(value)).plus(exactly(rest))
      }
      expect(exactly(sum.high).plus(exactly(sum.low)).compare(truth)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 1000 },
  )
})

test("a guess is lowered until it holds, and not at all if it does", () => {
  expect(findLargestWithin(2, (value) => value <= 3)).toBe(2)
  const lowered = findLargestWithin(2, (value) => value < 2)
  expect(lowered).toBeLessThan(2)
  expect(lowered).toBeGreaterThan(2 - 1e-14)
  expect(findLargestWithin(1, (value) => value === 0)).toBe(0)
})

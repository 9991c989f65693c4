import fc from "fast-check"
import { expect, test } from "vitest"
import {
  formatDuration,
  formatLoss,
  formatPlainNumber,
  formatQuantity,
  formatShortCount,
  formatTarget,
} from "./numbers.ts"

test.each([
  [0, "0"],
  [2019.4, "2,019"],
  [959.06, "959.1"],
  [12.345, "12.35"],
  [0.12345, "0.1235"],
  [0.00012345, "1.23 × 10⁻⁴"],
  [1.23456e17, "1.23 × 10¹⁷"],
])("the quantity %s is shown as %s", (value, text) => {
  expect(formatQuantity(value)).toBe(text)
})

test.each([
  [20, "20"],
  [5000, "5,000"],
  [1e6, "1e6"],
  [250_000, "2.5e5"],
  [123_456, "123,456"],
])("the count %s is shown as %s", (value, text) => {
  expect(formatShortCount(value)).toBe(text)
})

test.each([
  [0.35, "350 µs"],
  [4.25, "4.3 ms"],
  [312.4, "312 ms"],
  [3140, "3.1 s"],
  [240_000, "4 min"],
  [7_200_000, "2.0 h"],
])("%s milliseconds are shown as %s", (value, text) => {
  expect(formatDuration(value)).toBe(text)
})

test("a loss of 0.12693673 is shown as 0.12694, and as a target as 0.12693", () => {
  expect(formatLoss(0.12693673)).toBe("0.12694")
  expect(formatTarget(0.12693673)).toBe("0.12693")
  expect(formatLoss(1e-6)).toBe("1e-6")
  expect(formatLoss(9.99999)).toBe("10")
  expect(formatPlainNumber(1e-6)).toBe("1e-6")
})

test("a loss is never shown smaller than it is, a target never larger, and both are close", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (value) => {
      expect(Number(formatLoss(value))).toBeGreaterThanOrEqual(value)
      expect(Number(formatTarget(value))).toBeLessThanOrEqual(value)
      expect(Number(formatLoss(value)) / Number(formatTarget(value)) - 1).toBeLessThan(2.1e-4)
    }),
  )
})

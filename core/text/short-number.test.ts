import { expect, test } from "vitest"
import { powerLabel, shortNumber } from "./short-number.ts"

test("powers of ten are written as such", () => {
  expect([1, 10, 1e4, 1e12, 1e-6].map(powerLabel)).toEqual(["1", "10", "10⁴", "10¹²", "10⁻⁶"])
})

test.each([
  [0, "0"],
  [0.5625, "0.563"],
  [60.46, "60.5"],
  [123.4, "123"],
  [4567.8, "4,568"],
  [123_456, "123,456"],
  [2e6, "2 × 10⁶"],
  [1e9, "10⁹"],
  [1.234e9, "1.23 × 10⁹"],
  [2.5e-7, "2.5 × 10⁻⁷"],
  [-3, "−3"],
  [-2.5e-7, "−2.5 × 10⁻⁷"],
  [Number.POSITIVE_INFINITY, "∞"],
])("%s has three digits: %s", (value, text) => {
  expect(shortNumber(value)).toBe(text)
})

test.each([
  [675.04, "675"],
  [1056.2, "1,056"],
  [0.56176, "0.5618"],
  [2e6, "2,000,000"],
  [1.2e7, "1.2 × 10⁷"],
  [5.813e-12, "5.81 × 10⁻¹²"],
])("%s has four digits where four are asked for: %s", (value, text) => {
  expect(shortNumber(value, 4)).toBe(text)
})

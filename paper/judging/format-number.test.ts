import { expect, test } from "vitest"
import { formatNumber } from "./format-number.ts"

test("numbers have four digits, grouped thousands, and powers of ten where they are long", () => {
  expect([675.04, 1056.2, 212220, 0.56176, 0, -3].map(formatNumber)).toEqual([
    "675",
    "1,056",
    "212,220",
    "0.5618",
    "0",
    "−3",
  ])
  expect([3e-6, 5.813e-12, 1.2e7].map(formatNumber)).toEqual(["3 × 10⁻⁶", "5.81 × 10⁻¹²", "1.2 × 10⁷"])
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe("∞")
})

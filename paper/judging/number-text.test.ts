import { expect, test } from "vitest"
import { numberText } from "./number-text.ts"

test("numbers have four digits, grouped thousands, and powers of ten where they are long", () => {
  expect([675.04, 1056.2, 212220, 0.56176, 0, -3].map(numberText)).toEqual([
    "675",
    "1,056",
    "212,220",
    "0.5618",
    "0",
    "−3",
  ])
  expect([3e-6, 5.813e-12, 1.2e7].map(numberText)).toEqual(["3 × 10⁻⁶", "5.81 × 10⁻¹²", "1.2 × 10⁷"])
  expect(numberText(Number.POSITIVE_INFINITY)).toBe("∞")
})

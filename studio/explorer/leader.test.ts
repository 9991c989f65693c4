import { expect, test } from "vitest"
import { computeEvenSplitLoss } from "./leader.ts"

test("an even split loses the mean gap of all options, and nothing if they are equal", () => {
  expect(computeEvenSplitLoss([0.6, 0.5, 0.4], 9000)).toBeCloseTo(900, 9)
  // Their mean is not 0.1 in floating point.
  expect(computeEvenSplitLoss([0.1, 0.1, 0.1], 1e12)).toBe(0)
})

import { expect, test } from "vitest"
import { roundTo } from "./round-to.ts"

test("ends are rounded outwards, and floating-point error moves no round number", () => {
  expect(roundTo(0.1234, 2, Math.ceil)).toBe(0.13)
  expect(roundTo(-0.1234, 2, Math.floor)).toBe(-0.13)
  expect(roundTo(0.1 + 0.2, 1, Math.ceil)).toBe(0.3)
  expect(roundTo(1.005, 2)).toBe(1)
})

import { describe, expect, test } from "vitest"
import { formatCount, formatPercent, formatPlain } from "./numbers.ts"

describe("numbers as people read them", () => {
  test("shares near certainty and near nothing keep two decimals", () => {
    expect([0.5, 0.6915, 0.9987, 0.001].map(formatPercent)).toEqual([
      "50.0\u00a0%",
      "69.2\u00a0%",
      "99.87\u00a0%",
      "0.10\u00a0%",
    ])
  })

  test("counts are words from a million on", () => {
    expect([1000, 20_000, 1e6, 2.5e9, 1e12].map(formatCount)).toEqual([
      "1,000",
      "20,000",
      "1 million",
      "2.5 billion",
      "1 trillion",
    ])
  })

  test("the command line reads its numbers back unchanged", () => {
    for (const value of [1000, 12_345, 20_000, 1e6, 1.5e9, 1e12, 0.05]) expect(Number(formatPlain(value))).toBe(value)
  })
})

import { expect, test } from "vitest"
import { formatPercent, formatRounded, spellNumber } from "./numbers.ts"

test("shares near certainty and near nothing keep two decimals", () => {
  expect([0.5, 0.6915, 0.9987, 0.001].map(formatPercent)).toEqual([
    "50.0\u00a0%",
    "69.2\u00a0%",
    "99.87\u00a0%",
    "0.10\u00a0%",
  ])
})

test("small counts are words, and estimates have few digits", () => {
  expect([3, 13].map(spellNumber)).toEqual(["three", "13"])
  expect([1332.4, 44.6].map((value) => formatRounded(value))).toEqual(["1,330", "45"])
})

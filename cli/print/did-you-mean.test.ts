import { expect, test } from "vitest"
import { didYouMean } from "./did-you-mean.ts"

const names = ["dp-ts-ucb", "ts-gaussian", "m-ts-gaussian", "ucb1"]

test.each([
  ["dp-ts-ubc", "dp-ts-ucb"],
  ["DP-TS-UCB", "dp-ts-ucb"],
  ["ts-gausian", "ts-gaussian"],
  ["ucb", "ucb1"],
])("%s probably means %s", (given, meant) => {
  expect(didYouMean(given, names)).toBe(` (did you mean ${meant}?)`)
})

test("suggests nothing for a name that is not close to any", () => {
  expect(didYouMean("thompson", names)).toBe("")
})

import { expect, test } from "vitest"
import { didYouMean, editDistance } from "./did-you-mean.ts"

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

test.each([
  ["", "abc", 3],
  ["kitten", "sitting", 3],
  ["ab", "ba", 1],
  ["same", "same", 0],
])("from %j to %j it takes %i edits", (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits)
})

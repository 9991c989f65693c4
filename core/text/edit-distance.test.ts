import { expect, test } from "vitest"
import { editDistance } from "./edit-distance.ts"

test.each([
  ["", "abc", 3],
  ["kitten", "sitting", 3],
  ["ab", "ba", 1],
  ["same", "same", 0],
])("from %j to %j it takes %i edits", (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits)
})

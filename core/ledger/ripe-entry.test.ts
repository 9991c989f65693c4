// An entry that raises the age from which answers count releases nothing; whatever else calls
// itself one is found out.

import { expect, test } from "vitest"
import type { PublicLedgerEntry } from "./ledger-entry.ts"
import { createRipeEntry, findRipeProblem } from "./ripe-entry.ts"

const entry = (ripeSeconds: number, more: object = {}): PublicLedgerEntry => ({
  ...createRipeEntry({ experiment: "e", index: 2, spent: 1, at: 9, previous: "p" }, ripeSeconds),
  hash: "h",
  ...more,
})

test("it raises the age, and says what is spent", () => {
  expect(findRipeProblem(entry(30), 1, 20)).toBeNull()
})

test.each([
  ["the same age", entry(20), /^must raise the age from 20 seconds, got 20$/],
  ["a smaller age", entry(10), /^must raise the age from 20 seconds, got 10$/],
  ["no age", entry(30, { ripeSeconds: undefined }), /^must raise the age from 20 seconds, got nothing$/],
  ["an age that is a text", entry(30, { ripeSeconds: "30" }), /^must raise the age from 20 seconds, got "30"$/],
  ["a release", entry(30, { eta: 1 }), /^must release nothing, but its eta is that of a release$/],
  [
    "a field that has no place in it",
    entry(30, { line: 1 }),
    /^must release nothing, but its line is that of a release$/,
  ],
  ["another spend", entry(30, { spent: 0 }), /^must have spent 1, got 0$/],
  ["no time", entry(30, { at: null }), /^has no time$/],
])("found: %s", (_what, forged, problem) => {
  expect(findRipeProblem(forged, 1, 20)).toMatch(problem)
})

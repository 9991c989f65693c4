import { expect, test } from "vitest"
import { explainAddress, findSearchTerm, findSimilarPage } from "./explain-address.ts"

test.each([
  [
    "/experiments/exp_hppFjgr8xzwG",
    "An id has 16 or 22 letters after exp_; this one has 12, so its end may have been cut off. Or your key may not see it.",
  ],
  [
    "/experiments/exp_hppFjgr8xzwGAAAABBBBBBC",
    "An id has 16 or 22 letters after exp_; this one has 23, so something may have been added to its end. Or your key may not see it.",
  ],
  [
    "/experiments/exp_hppFjgr8xzwGAAAA)",
    "An id has only letters, digits, - and _ after exp_; this one has “)”, which may belong to the text around it. Or your key may not see it.",
  ],
  [
    "/experiments/hppFjgr8xzwG",
    "The id of an experiment begins with exp_; this one does not. Or your key may not see it.",
  ],
  [
    "/experiments/exp_hppFjgr8xzwGAAAA",
    "The id looks like one, but no experiment of this service has it. Or your key may not see it.",
  ],
  ["/v1/experiment", "Addresses under /v1 are for programs; /openapi.json lists them all."],
  ["/nowhere", ""],
  ["/%E0%A4%A", ""],
])("%s", (path, words) => {
  expect(explainAddress(path, true).join(" ")).toBe(words)
  // A key that nobody has can hide nothing.
  expect(explainAddress(path, false).join(" ")).toBe(words.replace(" Or your key may not see it.", ""))
})

test.each([
  ["/explore", "/explorer"],
  ["/Papers", "/paper"],
  ["/experiment/exp_hppFjgr8xzwGAAAA", "/experiments/exp_hppFjgr8xzwGAAAA"],
  ["/lern/promise/", "/learn/promise"],
  ["/experiments/exp_hppFjgr8xzwG", undefined],
  ["/nowhere", undefined],
  ["/%E0%A4%A", undefined],
])("what looks much like %s", (path, near) => {
  expect(findSimilarPage(path)).toBe(near)
})

test("the search term is the last part of the address, decoded", () => {
  expect([
    findSearchTerm("/experiments/exp_1"),
    findSearchTerm("/a%20b/"),
    findSearchTerm("/"),
    findSearchTerm("/%E0%A4%A"),
  ]).toEqual(["exp_1", "a b", "", "%E0%A4%A"])
})

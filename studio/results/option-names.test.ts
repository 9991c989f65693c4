import { joinNames } from "@armistice/core/text"
import { expect, test } from "vitest"
import { quoteName, shortenNames, startWithName } from "./option-names.ts"

test("labels leave out only the words that all names end with", () => {
  const short = shortenNames(["Friendly reminder", "Short reminder", "Plain reminder"])
  expect(["Friendly reminder", "Plain reminder"].map(short)).toEqual(["Friendly", "Plain"])
  expect(shortenNames(["reminder", "Short reminder"])("Short reminder")).toBe("Short reminder")
  expect(shortenNames(["a", "b"])("a")).toBe("a")
  expect(shortenNames(["x", "a very long name that goes on"], 10)("a very long name that goes on")).toBe("a very lo…")
})

test("labels are cut by the width of letters, and never within a visible letter", () => {
  expect(shortenNames(["x", "W".repeat(40)], 14)("W".repeat(40))).toBe(`${"W".repeat(6)}…`)
  expect(shortenNames(["x", "👩‍👩‍👧‍👦".repeat(9)], 6)("👩‍👩‍👧‍👦".repeat(9))).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
})

test("a plain word is capitalised at the start of a sentence, other spellings stay", () => {
  expect(["with a name", "Short", "iPhone", "v2", "émile", "a, b"].map(startWithName)).toEqual([
    "With a name",
    "Short",
    "iPhone",
    "v2",
    "Émile",
    "“a, b”",
  ])
})

test("names in sentences", () => {
  expect([quoteName("Short"), quoteName("Pain first, then history")]).toEqual(["Short", "“Pain first, then history”"])
  expect([joinNames(["a"]), joinNames(["a", "b"]), joinNames(["a", "b", "c"])]).toEqual(["a", "a and b", "a, b and c"])
})

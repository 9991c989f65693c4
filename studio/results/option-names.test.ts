import { expect, test } from "vitest"
import { joinNames, quoteName, shortenNames, startWithName } from "./option-names.ts"

test("labels leave out the words that all names end with, and nothing else", () => {
  const short = shortenNames(["Friendly reminder", "Short reminder", "Plain reminder"])
  expect(["Friendly reminder", "Plain reminder"].map(short)).toEqual(["Friendly", "Plain"])
  expect(shortenNames(["reminder", "Short reminder"])("Short reminder")).toBe("Short reminder")
  expect(shortenNames(["a", "b"])("a")).toBe("a")
  expect(shortenNames(["x", "a very long name that goes on"], 10)("a very long name that goes on")).toBe("a very lo…")
})

test("labels are cut where wide letters need more room, and never within what people see as one letter", () => {
  expect(shortenNames(["x", "W".repeat(40)], 14)("W".repeat(40))).toBe(`${"W".repeat(6)}…`)
  expect(shortenNames(["x", "👩‍👩‍👧‍👦".repeat(9)], 6)("👩‍👩‍👧‍👦".repeat(9))).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
})

test("at the start of a sentence a plain word has a capital, and what is spelled in its own way keeps that", () => {
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

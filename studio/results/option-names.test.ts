import { expect, test } from "vitest"
import { listed, named, shortNames } from "./option-names.ts"

test("labels leave out the words that all names end with, and nothing else", () => {
  const short = shortNames(["Friendly reminder", "Short reminder", "Plain reminder"])
  expect(["Friendly reminder", "Plain reminder"].map(short)).toEqual(["Friendly", "Plain"])
  expect(shortNames(["reminder", "Short reminder"])("Short reminder")).toBe("Short reminder")
  expect(shortNames(["a", "b"])("a")).toBe("a")
  expect(shortNames(["x", "a very long name that goes on"], 10)("a very long name that goes on")).toBe("a very lo…")
})

test("names in sentences", () => {
  expect([named("Short"), named("Pain first, then history")]).toEqual(["Short", "“Pain first, then history”"])
  expect([listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual(["a", "a and b", "a, b and c"])
})

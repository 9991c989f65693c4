import { expect, test } from "vitest"
import { SectionSearch } from "./search-sections.ts"

const long = `${"before ".repeat(40)}the subject key ${"after ".repeat(60)}`
const search = new SectionSearch([
  { id: "a.html#x", page: "Operations", heading: "Keys", text: long, weight: 1 },
  { id: "b.html#y", page: "Operations", heading: "Backups", text: "keys are copied too", weight: 1 },
  { id: "c.html", page: "Operations", heading: "Keys", text: long, weight: 0.9 },
])

test("a heading counts more than a text, and a reference less than a document", () => {
  expect(search.find("key").map(({ id }) => id)).toEqual(["a.html#x", "c.html", "b.html#y"])
})

test("all words must be there, begun words and a mistyped letter are found", () => {
  expect(search.find("subj key").map(({ id }) => id)).toEqual(["a.html#x", "c.html"])
  expect(search.find("bakups").map(({ id }) => id)).toEqual(["b.html#y"])
  expect(search.find("key nothing")).toEqual([])
})

test("the excerpt has the word that was found, between whole words", () => {
  expect(search.find("subject")[0]?.excerpt).toMatch(/^… before .*the subject key after .*after …$/)
  expect(search.find("copied")[0]?.excerpt).toBe("keys are copied too")
})

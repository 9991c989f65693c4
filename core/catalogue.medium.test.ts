// The contract, over the whole catalogue: a new entry is tested by being listed.

import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { algorithmContract } from "./algorithm.contract.ts"
import { catalogue, createAlgorithm, findAlgorithm } from "./catalogue.ts"
import { contextCatalogue } from "./context/catalogue.ts"

for (const entry of catalogue) algorithmContract(entry)

test("every algorithm has its file, its test and its note, and every file is listed", () => {
  const files = readdirSync(new URL("./algorithms", import.meta.url))
  const names = [...catalogue, ...contextCatalogue].map((entry) => entry.name)
  for (const name of names)
    for (const file of [`${name}.ts`, `${name}.test.ts`, `${name}.md`]) expect(files, name).toContain(file)
  const written = files.filter((file) => file.endsWith(".md")).map((file) => file.slice(0, -3))
  expect([...names].sort()).toEqual(written.sort())
})

test("names are unique, and an unknown one is refused with the list of those there are", () => {
  expect(new Set(catalogue.map((entry) => entry.name)).size).toBe(catalogue.length)
  expect(() => findAlgorithm("dp-ts-ubc")).toThrow(/must be one of dp-ts-ucb, .*got "dp-ts-ubc"/)
  expect(() => createAlgorithm("__proto__")).toThrow(/must be one of/)
})

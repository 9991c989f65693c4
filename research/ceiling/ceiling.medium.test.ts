// The committed page and the table in gdp-imed.md are what the rows say, and rows are what the
// program measures.

import { readFileSync } from "node:fs"
import { findAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { formatCeilingMarkdown } from "./ceiling-markdown.ts"
import { ceilingConditions, ceilingSettings } from "./ceiling-settings.ts"
import { type CeilingRow, measureRule } from "./measure-ceiling.ts"
import { removeRule } from "./remove-rule.ts"

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8")
const rows = JSON.parse(read("./results/rows.json")) as CeilingRow[]
const page = read("./results/README.md")

test("the committed page is what the committed rows say, of every setting", () => {
  expect(page).toBe(formatCeilingMarkdown(rows))
  for (const { name, only } of ceilingConditions)
    for (const setting of ceilingSettings)
      if (only?.includes(setting.name) !== false) {
        const here = rows.filter((row) => row.setting === setting.name && row.condition === name)
        expect(here.map(({ rule }) => rule)).toEqual(expect.arrayContaining(["with", "without"]))
      }
})

test("gdp-imed.md has the table of the page", () => {
  const listRows = (text: string): string[] =>
    text
      .split("\n")
      .filter((line) => /^\| *(horizon|delays|best rival)/.test(line))
      .map((line) => line.replaceAll(/ +/g, " "))
  const [first] = page.split("## Runs")
  const table = listRows(first)
  expect(table.length).toBe(ceilingConditions.length + 1)
  expect(listRows(read("../../core/algorithms/gdp-imed.md"))).toEqual(table)
})

test("with the rule regret is lower by far where all means are nearly 1", () => {
  for (const name of ["A30", "B44", "C57", "D20"])
    for (const { name: condition, delivery } of ceilingConditions) {
      if (delivery?.missing === 0) continue
      const find = (rule: string): number =>
        rows.find((row) => row.setting === name && row.condition === condition && row.rule === rule)?.mean ?? Number.NaN
      expect(find("with")).toBeLessThan(0.8 * find("without"))
    }
})

test("a row is measured again alike, and another seed gives others", () => {
  const setting = ceilingSettings.find(({ name }) => name === "D20")
  if (setting === undefined) throw new Error("there is no D20")
  const [known] = ceilingConditions
  const measure = (seed: string): CeilingRow => measureRule(setting, known, "with", findAlgorithm("gdp-imed"), seed)
  expect(measure("ceiling")).toEqual(rows.find((row) => row.setting === "D20" && row.rule === "with"))
  expect(measure("another")).not.toEqual(measure("ceiling"))
})

test("the changed source has the rule switched off once, and a source without it is refused", () => {
  const source = read("../../core/algorithms/gdp-imed.ts")
  expect(removeRule(source)).toContain("false && eta > SHARP_ETA && highest === SHARP_CEILING")
  expect(() => removeRule("")).toThrow("gdp-imed.ts must have")
})

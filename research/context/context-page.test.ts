import { readFileSync } from "node:fs"
import { format } from "prettier"
import { expect, test } from "vitest"
import { type ContextFile, formatContextMarkdown } from "./context-markdown.ts"
import { judgeRows } from "./judge-context.ts"
import { computeCellError, computeCellMean, measureCell, measuredAlgorithms } from "./measure-context.ts"
import { isTailOf, type TailRow, tailSettings } from "./measure-tails.ts"
import { contextSettings, etas } from "./settings.ts"

const read = (name: string): string => readFileSync(new URL(`./results/${name}`, import.meta.url), "utf8")
const rows = JSON.parse(read("rows.json")) as ContextFile
const prototype = JSON.parse(read("prototype.json")) as ContextFile
const tails = JSON.parse(read("tails.json")) as TailRow[]

test("the page follows from the committed numbers", async () => {
  const page = formatContextMarkdown(rows, prototype, tails)
  expect(read("README.md")).toBe(await format(page, { parser: "markdown", printWidth: 120, proseWrap: "always" }))
})

test("every setting was measured at every eta, agrees with the prototype and keeps its limit", () => {
  const judged = judgeRows(rows.cells, prototype.cells)
  expect(judged).toHaveLength(contextSettings.length * etas.length)
  expect(judged.filter(({ agrees }) => !agrees)).toEqual([])
  expect(judged.filter(({ holds }) => !holds)).toEqual([])
})

test("the tails of every setting were measured", () => {
  for (const setting of tailSettings)
    for (const algorithm of measuredAlgorithms) expect(tails.filter(isTailOf(setting, algorithm))).toHaveLength(1)
})

test("a row that is far from the prototype would not agree", () => {
  const wrong = rows.cells.map((cell) => (cell.algorithm === "gdp-context" ? { ...cell, sum: 2 * cell.sum } : cell))
  expect(judgeRows(wrong, prototype.cells).filter(({ agrees }) => !agrees).length).toBeGreaterThan(10)
})

test("a cell continues where it stopped", () => {
  const [setting] = contextSettings
  const short = { ...setting, horizon: 500 }
  const never = () => false
  const two = measureCell(short, 1, "gdp-imed", 2, undefined, never)
  const four = measureCell(short, 1, "gdp-imed", 4, two, never)
  expect(four).toEqual(measureCell(short, 1, "gdp-imed", 4, undefined, never))
  expect(computeCellMean(four)).toBeCloseTo(four.sum / 4, 10)
  expect(computeCellError(four)).toBeGreaterThan(0)
})

// Measures all algorithms in the settings of a draw (first, fresh or wide: draws.ts) and writes
// rows and page. Everything measured is kept, so that it can be stopped and gone on with: `node
// --conditions=source --import=tsx research/adversarial/write-results.ts DRAW search|confirm|page
// [seconds]`. Remove the rows of an algorithm from the files after changing it.

import { writeFileSync } from "node:fs"
import { recommendedNames } from "@armistice/lab/internal"
import { readResults } from "../read-results.ts"
import { writeRows } from "../write-rows.ts"
import { formatAdversarialMarkdown } from "./adversarial-markdown.ts"
import { countArms } from "./draw-settings.ts"
import { draws } from "./draws.ts"
import { isInDoubt, judgeSettings } from "./judge-settings.ts"
import { type MeasuredRow, measureSetting } from "./measure.ts"

const [name, part, seconds] = process.argv.slice(2)
const draw = draws.find((one) => one.name === name)
if (draw === undefined)
  throw new Error(`the draw must be ${draws.map((one) => one.name).join(", ")}, got ${name ?? "none"}`)
const { settings, folder, plan: searchPlan, isInOrder = false } = draw

/** Enough for four standard errors almost everywhere. */
const confirmPlan = { ...searchPlan, few: 30, fewer: 100, some: 200, most: 6400, limits: [1 / 0.9, 1 / 0.85] }

const findFile = (part: string): URL => new URL(`${part}.json`, folder)

const read = (part: string): MeasuredRow[] => readResults(findFile(part), [])

function write(part: string, rows: readonly MeasuredRow[]): void {
  const inOrder = [...rows].sort(
    (a, b) => Number(a.setting) - Number(b.setting) || (a.contender < b.contender ? -1 : 1),
  )
  writeRows(findFile(part), inOrder)
}

function measure(part: "search" | "confirm", seconds: number): void {
  const until = performance.now() + 1000 * seconds
  const cells = part === "search" ? null : judgeSettings(settings, read("search")).filter(isInDoubt)
  // Few arms and short runs first: most settings are known long before the last ones.
  const wanted = settings.filter(({ name }) => cells === null || cells.some(({ setting }) => setting.name === name))
  const todo = isInOrder
    ? wanted
    : wanted.toSorted((a, b) => Number(a.horizon > 1e6) - Number(b.horizon > 1e6) || countArms(a) - countArms(b))
  for (const [index, setting] of todo.entries()) {
    if (performance.now() > until) return
    const begun = performance.now()
    const rows = read(part)
    const known = new Map(rows.filter((row) => row.setting === setting.name).map((row) => [row.contender, row]))
    // Rows of a setting are written together, those of GDP-IMED among them.
    if (known.has(recommendedNames.withHorizon)) continue
    const doubted = cells
      ?.filter((cell) => cell.setting.name === setting.name)
      .map(({ search }) => search?.rival.contender)
    const only = doubted === undefined ? undefined : (name: string): boolean => doubted.includes(name)
    const plan = part === "search" ? searchPlan : confirmPlan
    for (const row of measureSetting(setting, part, known, plan, only)) known.set(row.contender, row)
    write(part, [...rows.filter((row) => row.setting !== setting.name), ...known.values()])
    const took = ((performance.now() - begun) / 1000).toFixed(1)
    process.stderr.write(`${part} ${index + 1}/${todo.length}: setting ${setting.name}, ${setting.family}, ${took} s\n`)
  }
}

if (part === "search" || part === "confirm") measure(part, Number(seconds ?? Number.POSITIVE_INFINITY))
else if (part !== "page") throw new Error(`the part must be search, confirm or page, got ${part ?? "none"}`)
writeFileSync(new URL("README.md", folder), formatAdversarialMarkdown(draw, read("search"), read("confirm")))

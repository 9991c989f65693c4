// Measures all algorithms in 440 drawn settings, or with `--fresh` in 66 drawn later, and writes
// rows and page beside this file. Everything measured is kept, so that it can be stopped and gone
// on with: `node --conditions=source --import=tsx research/adversarial/write-results.ts
// search|confirm|page [seconds]`. Remove rows of an algorithm after changing it: `… forget NAME`.

import { writeFileSync } from "node:fs"
import { readResults } from "../read-results.ts"
import { adversarialMarkdown } from "./adversarial-markdown.ts"
import { adversarialSettings, countArms, freshNote, freshSettings } from "./draw-settings.ts"
import { isInDoubt, judgeSettings } from "./judge-settings.ts"
import { type MeasuredRow, measureSetting, searchPlan } from "./measure.ts"

const isFresh = process.argv.includes("--fresh")
const settings = isFresh ? freshSettings : adversarialSettings
const folder = new URL(isFresh ? "./fresh/results/" : "./results/", import.meta.url)

/** Enough for four standard errors almost everywhere. */
const confirmPlan = { few: 30, fewer: 100, some: 200, most: 6400, limits: [1 / 0.9, 1 / 0.85] }

const findFile = (part: string): URL => new URL(`${part}.json`, folder)

const read = (part: string): MeasuredRow[] => readResults(findFile(part), [])

function write(part: string, rows: readonly MeasuredRow[]): void {
  const inOrder = [...rows].sort(
    (a, b) => Number(a.setting) - Number(b.setting) || (a.contender < b.contender ? -1 : 1),
  )
  // One row a line, numbers in full: runs can be added to them.
  writeFileSync(findFile(part), `[\n${inOrder.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
}

function measure(part: "search" | "confirm", seconds: number): void {
  const until = performance.now() + 1000 * seconds
  const cells = part === "search" ? null : judgeSettings(settings, read("search")).filter(isInDoubt)
  // Few arms and up to a million rounds first: most settings are known long before the last ones,
  // which take longer than all others.
  const todo = settings
    .filter(({ name }) => cells === null || cells.some(({ setting }) => setting.name === name))
    .toSorted((a, b) => Number(a.horizon > 1e6) - Number(b.horizon > 1e6) || countArms(a) - countArms(b))
  for (const [index, setting] of todo.entries()) {
    if (performance.now() > until) return
    const begun = performance.now()
    const rows = read(part)
    const known = new Map(rows.filter((row) => row.setting === setting.name).map((row) => [row.contender, row]))
    const doubted = cells
      ?.filter((cell) => cell.setting.name === setting.name)
      .map(({ search }) => search?.rival.contender)
    const only = doubted === undefined ? undefined : (name: string): boolean => doubted.includes(name)
    const plan = part === "search" ? searchPlan : confirmPlan
    for (const row of measureSetting(setting, part, known, plan, only)) known.set(row.contender, row)
    const found = [...rows.filter((row) => row.setting !== setting.name), ...known.values()]
    // What is complete already is left as it is.
    if (found.reduce((sum, { runs }) => sum + runs, 0) === rows.reduce((sum, { runs }) => sum + runs, 0)) continue
    write(part, found)
    const took = ((performance.now() - begun) / 1000).toFixed(1)
    process.stderr.write(`${part} ${index + 1}/${todo.length}: setting ${setting.name}, ${setting.family}, ${took} s\n`)
  }
}

const [part, argument] = process.argv.slice(2).filter((word) => word !== "--fresh")
if (part === "search" || part === "confirm") measure(part, Number(argument ?? Number.POSITIVE_INFINITY))
else if (part === "forget") {
  for (const name of ["search", "confirm"]) {
    const kept = read(name).filter(({ contender }) => !contender.startsWith(argument))
    write(name, kept)
  }
} else if (part !== "page") throw new Error(`the part must be search, confirm, forget or page, got ${part}`)
for (const name of ["search", "confirm"]) write(name, read(name))
writeFileSync(
  new URL("README.md", folder),
  adversarialMarkdown(settings, read("search"), read("confirm"), isFresh ? freshNote : ""),
)

// Measures GDP-IMED's rule for the ceiling and writes rows and page beside this file, in about ten
// minutes of one core. Measured rows are kept. `node --conditions=source --import=tsx
// research/ceiling/write-results.ts rows|page [seconds]`

import { mkdirSync, writeFileSync } from "node:fs"
import { findAlgorithm } from "@armistice/core"
import { recommendedAlgorithm } from "@armistice/lab"
import { readResults } from "../read-results.ts"
import { writeRows } from "../write-rows.ts"
import { formatCeilingMarkdown } from "./ceiling-markdown.ts"
import { ceilingConditions, ceilingSettings } from "./ceiling-settings.ts"
import { type CeilingRow, measureBestOther, measureRule } from "./measure-ceiling.ts"
import { importWithoutRule } from "./remove-rule.ts"

const folder = new URL("./results/", import.meta.url)
const file = new URL("rows.json", folder)
const seed = "ceiling"

const read = (): CeilingRow[] => readResults(file, [])

function keep(row: CeilingRow): void {
  writeRows(file, [...read(), row])
  process.stderr.write(`${row.setting}, ${row.condition}, ${row.rule}: ${row.mean.toFixed(2)} (${row.runs})\n`)
}

async function measureRows(until: number): Promise<void> {
  const entries = { without: await importWithoutRule(), with: findAlgorithm(recommendedAlgorithm) }
  for (const condition of ceilingConditions)
    for (const setting of ceilingSettings) {
      const { name } = setting
      if (condition.only?.includes(name) === false) continue
      for (const rule of ["without", "with"] as const) {
        if (performance.now() > until) return
        const isKnown = (row: CeilingRow): boolean =>
          row.setting === name && row.condition === condition.name && row.rule === rule
        if (!read().some(isKnown)) keep(measureRule(setting, condition, rule, entries[rule], seed))
      }
    }
  const [known] = ceilingConditions
  for (const setting of ceilingSettings) {
    if (performance.now() > until) return
    const isOther = ({ setting: name, rule }: CeilingRow): boolean =>
      name === setting.name && rule !== "with" && rule !== "without"
    if (!read().some(isOther)) keep(measureBestOther(setting, known, seed))
  }
}

mkdirSync(folder, { recursive: true })
const [part, seconds] = process.argv.slice(2)
if (part === "rows") await measureRows(performance.now() + 1000 * Number(seconds ?? Number.POSITIVE_INFINITY))
else if (part !== "page") throw new Error(`the part must be rows or page, got ${part ?? "none"}`)
writeFileSync(new URL("README.md", folder), formatCeilingMarkdown(read()))

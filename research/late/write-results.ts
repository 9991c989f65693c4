// Measures late and missing rewards and writes the tables beside this file. It takes an hour. Rows
// that exist are measured again only if they are named. `node --conditions=source --import=tsx
// research/late/write-results.ts rows|rivals|choices|page [seconds a row] [names]`

import { writeFileSync } from "node:fs"
import { type FrontierRow, measureFrontier } from "@armistice/lab"
import { readResults } from "../read-results.ts"
import { ripeSettings, unequalSettings, windowSettings } from "./choices.ts"
import type { ChoicesFile } from "./choices-markdown.ts"
import { disturbedCases, measureDisturbed } from "./disturbed.ts"
import { formatLateMarkdown, type LateFile, type PrototypeFile, type RivalFile } from "./late-markdown.ts"
import { type LateRow, measureLate } from "./measure-late.ts"
import { lateSettings, rivalDelays, rivalSettings } from "./settings.ts"

const folder = new URL("./results/", import.meta.url)

const seed = 2027
const enough = { leastRuns: 2000, mostRuns: 60_000, error: 0.01, worstError: 0.04 }
const choiceRuns = { leastRuns: 500, mostRuns: 4000, error: 0.02, worstError: 0.06 }
const ripeRuns = { ...choiceRuns, leastRuns: 1500 }
const disturbedRuns = 1000
const rivalRuns = { runs: 400, otherRuns: 300, etas: [1] }

const read = <File>(part: string, empty: File): File => readResults(new URL(`${part}.json`, folder), empty)

/** One row a line. */
function write(part: string, content: object): void {
  const text = `${JSON.stringify(content)}\n`.replaceAll(/\{"(name|delay)"/g, '\n{"$1"')
  writeFileSync(new URL(`${part}.json`, folder), text)
}

function measureRows(seconds: number, names: readonly string[]): void {
  for (const setting of lateSettings) {
    const isNamed = names.includes(setting.name)
    const known = read<LateFile>("rows", { seed, rows: [] }).rows
    if (names.length > 0 ? !isNamed : known.some(({ name }) => name === setting.name)) continue
    const row: LateRow = measureLate(setting, { seed, ...enough, seconds })
    const others = read<LateFile>("rows", { seed, rows: [] }).rows.filter(({ name }) => name !== row.name)
    const place = ({ name }: LateRow) => lateSettings.findIndex((one) => one.name === name)
    write("rows", { seed, rows: [...others, row].sort((a, b) => place(a) - place(b)) })
    process.stderr.write(
      `${row.name}: ${row.regret.toFixed(2)} ± ${row.standardError.toFixed(2)}, worst ${row.worst.toFixed(0)} (${row.runs})\n`,
    )
  }
}

function measureRivals(): void {
  const spec = { seed, ...rivalRuns }
  for (const { instance, horizon } of rivalSettings)
    for (const delay of rivalDelays) {
      const { rows } = read<RivalFile>("rivals", { seed, rows: [] })
      if (rows.some((row) => row.delay === delay && row.instance === instance.name)) continue
      const delivery = { delay: { kind: "fixed", rounds: delay } } as const
      const measured: FrontierRow[] = [
        ...measureFrontier({ ...spec, instances: [instance], horizons: [horizon], delivery }),
      ]
      const kept = measured.map(({ instance: name, horizon: rounds, eta, contender, mean, standardError, runs }) => ({
        ...{ delay, instance: name, horizon: rounds, eta, contender },
        ...{ mean, standardError, runs },
      }))
      write("rivals", { seed, rows: [...read<RivalFile>("rivals", { seed, rows: [] }).rows, ...kept] })
      const [best] = kept.filter(({ eta }) => eta !== null).sort((a, b) => a.mean - b.mean)
      const own = kept.find(({ contender }) => contender === "gdp-imed")
      process.stderr.write(
        `${instance.name}, delay ${delay}: ${own?.mean.toFixed(1)} ± ${own?.standardError.toFixed(1)}; best ${best?.contender} ${best?.mean.toFixed(1)}\n`,
      )
    }
}

function measureChoices(seconds: number): void {
  const known = () => read<ChoicesFile>("choices", { seed, rows: [], disturbed: [] })
  for (const setting of [...unequalSettings, ...windowSettings, ...ripeSettings]) {
    if (known().rows.some(({ name }) => name === setting.name)) continue
    const enough = ripeSettings.includes(setting) ? ripeRuns : choiceRuns
    const row = measureLate(setting, { seed, ...enough, seconds })
    write("choices", { ...known(), rows: [...known().rows, row] })
    process.stderr.write(`${row.name}: ${row.regret.toFixed(1)}, misdirected ${row.misdirected} (${row.runs})\n`)
  }
  for (const one of disturbedCases)
    for (const answers of ["late", "at once"] as const) {
      if (known().disturbed.some((row) => row.name === one.name && row.answers === answers)) continue
      const row = measureDisturbed(one, answers, disturbedRuns, seed)
      write("choices", { ...known(), disturbed: [...known().disturbed, row] })
      process.stderr.write(`${row.name}, ${answers}: ${row.regret.toFixed(1)} ± ${row.standardError.toFixed(1)}\n`)
    }
}

const [part, seconds, ...names] = process.argv.slice(2)
if (part === "rows") measureRows(Number(seconds ?? 120), names)
else if (part === "rivals") measureRivals()
else if (part === "choices") measureChoices(Number(seconds ?? 120))
else if (part !== "page") throw new Error(`the part must be rows, rivals, choices or page, got ${part}`)
const page = formatLateMarkdown({
  rows: read<LateFile>("rows", { seed, rows: [] }),
  rivals: read<RivalFile>("rivals", { seed, rows: [] }),
  prototype: read<PrototypeFile>("prototype", { seed, rows: [] }),
  choices: read<ChoicesFile>("choices", { seed, rows: [], disturbed: [] }),
})
writeFileSync(new URL("README.md", folder), page)

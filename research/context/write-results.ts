// Measures gdp-context and writes the page beside this file. Run it with `node --conditions=source
// --import=tsx research/context/write-results.ts PART`, where PART is `measure [minutes] [setting]
// [eta]`, `tails` or `page`. It continues where it stopped. All cells grow together, so that no row
// is left with few runs.

import { writeFileSync } from "node:fs"
import { format } from "prettier"
import { readResults } from "../read-results.ts"
import { type ContextFile, formatContextMarkdown } from "./context-markdown.ts"
import {
  type ContextCell,
  computeCellError,
  computeCellMean,
  measureCell,
  measuredAlgorithms,
} from "./measure-context.ts"
import { measureTails, type TailRow } from "./measure-tails.ts"
import { contextSettings, etas, seed } from "./settings.ts"

const folder = new URL("./results/", import.meta.url)
/** Runs of all cells after each pass. */
const targets = [20, 50, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400]

const read = (part: string): ContextFile =>
  readResults(new URL(`${part}.json`, folder), { seed, cells: [] } as ContextFile)

/** One cell a line. */
function write(cells: readonly ContextCell[]): void {
  const text = `${JSON.stringify({ seed, cells })}\n`.replaceAll('{"name"', '\n{"name"')
  writeFileSync(new URL("rows.json", folder), text)
}

function measure(minutes: number, name: string, onlyEta: string | undefined): void {
  const until = performance.now() + 60_000 * minutes
  const isOver = () => performance.now() > until
  for (const runs of targets)
    for (const setting of contextSettings.filter((one) => one.name.startsWith(name)))
      for (const eta of etas.filter((one) => onlyEta === undefined || one === Number(onlyEta)))
        for (const algorithm of measuredAlgorithms) {
          const { cells } = read("rows")
          const isSame = (cell: ContextCell) =>
            cell.name === setting.name && cell.eta === eta && cell.algorithm === algorithm
          const known = cells.find(isSame)
          if (isOver() || (known?.runs ?? 0) >= runs) continue
          const cell = measureCell(setting, eta, algorithm, runs, known, isOver)
          if (cell.runs === 0) continue
          write([...cells.filter((one) => !isSame(one)), cell])
          process.stderr.write(
            `${cell.name}, eta ${eta}, ${algorithm}: ${computeCellMean(cell).toFixed(1)} ± ${computeCellError(cell).toFixed(1)} (${cell.runs})\n`,
          )
        }
}

const readTails = (): readonly TailRow[] => readResults(new URL("tails.json", folder), [])

function writeTails(): void {
  let rows = readTails()
  for (const row of measureTails(rows)) {
    rows = [...rows, row]
    writeFileSync(new URL("tails.json", folder), `[\n${rows.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`)
    process.stderr.write(`${row.name}, T ${row.horizon}, eta ${row.eta}, ${row.algorithm}: ${row.mean}\n`)
  }
}

const [part, minutes, name, onlyEta] = process.argv.slice(2)
if (part === "measure") measure(Number(minutes ?? 60), name ?? "", onlyEta)
else if (part === "tails") writeTails()
else if (part !== "page") throw new Error(`the part must be measure, tails or page, got ${part}`)
const page = formatContextMarkdown(read("rows"), read("prototype"), readTails())
writeFileSync(
  new URL("README.md", folder),
  await format(page, { parser: "markdown", printWidth: 120, proseWrap: "always" }),
)

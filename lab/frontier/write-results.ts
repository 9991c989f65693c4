// Measures the frontier and writes it beside this file. Run it with
// `node --conditions=source --import=tsx lab/frontier/write-results.ts rows|tails|page`: about half an hour of one core for the rows,
// a quarter for the tails; `page` only writes the page and the charts again.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { renderSvg } from "../charts/render-chart.ts"
import { version } from "../version.ts"
import { type FrontierRow, frontier } from "./frontier.ts"
import { frontierChart } from "./frontier-chart.ts"
import { type FrontierFile, frontierMarkdown } from "./frontier-markdown.ts"
import { frontierInstances } from "./instances.ts"

const folder = new URL("./results/", import.meta.url)
mkdirSync(folder, { recursive: true })

const settings = {
  rows: { seed: 1, etas: [0.1, 0.3, 1, 2.9, 10], horizons: [1e4, 1e6, 1e9], runs: 400, otherRuns: 600 },
  tails: { seed: 1, etas: [10, 2.9, 1, 0.25], horizons: [1e6], runs: 20_000, otherRuns: 300, algorithms: ["gdp-imed"] },
}

const read = (part: string): FrontierFile =>
  JSON.parse(readFileSync(new URL(`${part}.json`, folder), "utf8")) as FrontierFile

/** Rows of a part that was interrupted. Remove the file after any change of an algorithm or an engine. */
function knownRows(part: keyof typeof settings): readonly FrontierRow[] {
  try {
    const { date: _date, version: _version, rows, ...measured } = read(part)
    return JSON.stringify(measured) === JSON.stringify(settings[part]) ? rows : []
  } catch {
    return []
  }
}

function measure(part: keyof typeof settings): void {
  const rows: FrontierRow[] = []
  for (const row of frontier({ ...settings[part], instances: frontierInstances, known: knownRows(part) })) {
    rows.push(row)
    process.stderr.write(
      `${row.instance} ${row.horizon} ${row.eta} ${row.algorithm} ${row.mean.toFixed(1)} (${row.runs})\n`,
    )
    const about = { date: new Date().toISOString().slice(0, 10), version, ...settings[part] }
    // One row a line; numbers in full, so that a row measured again can be compared bit for bit.
    const text = `${JSON.stringify({ ...about, rows })}\n`.replaceAll('{"instance"', '\n{"instance"')
    writeFileSync(new URL(`${part}.json`, folder), text)
  }
}

const part = process.argv[2]
if (part === "rows" || part === "tails") measure(part)
else if (part !== "page") throw new Error(`the part must be rows, tails or page, got ${part}`)
writeFileSync(new URL("README.md", folder), frontierMarkdown(read("rows"), read("tails")))
for (const { name, about } of frontierInstances) {
  const here = read("rows").rows.filter((row) => row.instance === name && row.horizon === 1e6)
  writeFileSync(new URL(`${name}.svg`, folder), await renderSvg(frontierChart(here, about)))
}

// Measures the frontier and writes it beside this file. Run it with
// `node --conditions=source --import=tsx lab/frontier/write-results.ts [rows|tails]`; both take up to an hour on one core.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { renderSvg } from "../charts/render-chart.ts"
import { version } from "../version.ts"
import { type FrontierRow, type FrontierSpec, frontier } from "./frontier.ts"
import { frontierChart } from "./frontier-chart.ts"
import { frontierMarkdown } from "./frontier-markdown.ts"
import { frontierInstances } from "./instances.ts"

const folder = new URL("./results/", import.meta.url)
const seed = 1
mkdirSync(folder, { recursive: true })

const part = process.argv[2] ?? "rows"
// Fifty arms take as long as all others together.
const instances = [...frontierInstances].sort((a, b) => Number(a.name === "fifty") - Number(b.name === "fifty"))
const shared = { instances, seed }
const parts: Record<string, FrontierSpec> = {
  rows: { ...shared, etas: [0.1, 0.3, 1, 2.9, 10], horizons: [1e4, 1e6, 1e9], runs: 400, otherRuns: 300 },
  tails: { ...shared, etas: [2.9, 1, 0.25], horizons: [1e6], runs: 20_000, otherRuns: 300, algorithms: ["gdp-imed"] },
}
const spec = parts[part]
if (spec === undefined) throw new Error(`the part must be rows or tails, got ${part}`)
const file = new URL(`${part}.json`, folder)
const round = (_key: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value)

const read = (name: string): FrontierRow[] => {
  try {
    return (JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as { rows: FrontierRow[] }).rows
  } catch {
    return []
  }
}
const rows: FrontierRow[] = []
// Goes on where it was interrupted; to begin anew, remove the file.
for (const row of frontier({ ...spec, known: read(part) })) {
  rows.push(row)
  process.stderr.write(
    `${row.instance} ${row.horizon} ${row.eta} ${row.algorithm} ${row.mean.toFixed(1)} (${row.runs})\n`,
  )
  const { instances: _named, ...settings } = spec
  const about = { date: new Date().toISOString().slice(0, 10), version, ...settings }
  writeFileSync(file, `${JSON.stringify({ ...about, rows }, round)}\n`.replaceAll('{"instance"', '\n{"instance"'))
}
writeFileSync(new URL("README.md", folder), frontierMarkdown(read("rows"), read("tails"), seed))
if (part === "rows")
  for (const { name, about } of frontierInstances) {
    const here = rows.filter((row) => row.instance === name && row.horizon === 1e6)
    if (here.length > 0) writeFileSync(new URL(`${name}.svg`, folder), await renderSvg(frontierChart(here, about)))
  }

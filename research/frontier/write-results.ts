// Measures the frontier and writes it beside this file, about an hour of one core for rows or
// tails. Rows that exist are not measured again; `page` only writes the page and the charts. `node
// --conditions=source --import=tsx research/frontier/write-results.ts rows|tails|page [seconds]`

import { writeFileSync } from "node:fs"
import { drawChart } from "@armistice/charts"
import { createAlgorithm, seededRandom } from "@armistice/core"
import {
  createEnvironment,
  type FrontierRow,
  frontierChart,
  frontierInstances,
  measureFrontier,
  runLeap,
  version,
} from "@armistice/lab"
import { listContenders, summariseRegrets } from "@armistice/lab/internal"
import { readResults } from "../read-results.ts"
import { type FrontierFile, formatFrontierMarkdown, type TailFile, type TailRow } from "./frontier-markdown.ts"

const folder = new URL("./results/", import.meta.url)

const settings = { seed: 1, etas: [0.1, 0.3, 1, 2.9, 10], horizons: [1e4, 1e6, 1e9], runs: 400, otherRuns: 300 }
const tailSettings = { seed: 1, horizon: 1e6 }
const tailEtas = [1, 0.25, 2.9, 10]
const tailRuns = 20_000

const findFile = (part: string): URL => new URL(`${part}.json`, folder)
const today = (): string => new Date().toISOString().slice(0, 10)

/** One row a line; numbers in full, so that a row measured again can be compared bit for bit. */
function write(part: string, content: object): void {
  const text = `${JSON.stringify(content)}\n`.replaceAll('{"instance"', '\n{"instance"')
  writeFileSync(findFile(part), text)
}

/** Committed rows of the same settings. Remove the file if an algorithm or an engine changes. */
function knownRows<Row>(part: string, same: object): readonly Row[] {
  const empty = { ...same, date: "", version: "", rows: [] as Row[] }
  const { date: _date, version: _version, rows, ...measured } = readResults(findFile(part), empty)
  return JSON.stringify(measured) === JSON.stringify(same) ? rows : []
}

/** A million rounds on all instances first: they tell most for the time they take. */
const horizonOrder = [1e6, 1e4, 1e9]

function measureRows(until: number): void {
  const rows = [...knownRows<FrontierRow>("rows", settings)]
  const place = ({ instance, horizon, eta }: FrontierRow): number[] => [
    frontierInstances.findIndex(({ name }) => name === instance),
    settings.horizons.indexOf(horizon),
    eta === null ? -1 : settings.etas.indexOf(eta),
  ]
  const byPlace = (a: FrontierRow, b: FrontierRow): number => {
    const other = place(b)
    return place(a).reduce((order, value, index) => order || value - other[index], 0)
  }
  for (const horizon of horizonOrder)
    for (const row of measureFrontier({
      ...settings,
      horizons: [horizon],
      instances: frontierInstances,
      known: rows,
    })) {
      if (rows.includes(row)) continue
      rows.push(row)
      process.stderr.write(
        `${row.instance} ${row.horizon} ${row.eta} ${row.contender} ${row.mean.toFixed(1)} (${row.runs})\n`,
      )
      // Within a setting rows stay in the order in which the catalogue has them.
      write("rows", { date: today(), version, ...settings, rows: rows.toSorted(byPlace) })
      if (performance.now() > until) return
    }
}

function measureTails(until: number): void {
  const rows = [...knownRows<TailRow>("tails", tailSettings)]
  const { horizon } = tailSettings
  for (const eta of tailEtas)
    for (const { name: instance, environment: spec } of frontierInstances) {
      if (performance.now() > until) return
      if (rows.some((row) => row.instance === instance && row.eta === eta)) continue
      const environment = createEnvironment(spec)
      const [own] = listContenders(eta, { horizon, armCount: environment.armCount })
      const algorithm = createAlgorithm(own.algorithm, own.parameters)
      const random = seededRandom(tailSettings.seed)
      const regrets = Array.from({ length: tailRuns }, (_, run) => {
        return runLeap({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run) }).regret
      })
      rows.push({ instance, eta, ...summariseRegrets(regrets) })
      process.stderr.write(`${instance} ${eta} ${rows[rows.length - 1].mean.toFixed(1)}\n`)
      write("tails", { date: today(), version, ...tailSettings, rows })
    }
}

const [part, seconds] = process.argv.slice(2)
const until = performance.now() + 1000 * Number(seconds ?? Number.POSITIVE_INFINITY)
if (part === "rows") measureRows(until)
else if (part === "tails") measureTails(until)
else if (part !== "page") throw new Error(`the part must be rows, tails or page, got ${part}`)
const about = { date: today(), version }
const rows = readResults<FrontierFile>(findFile("rows"), { ...about, ...settings, rows: [] })
const tails = readResults<TailFile>(findFile("tails"), { ...about, ...tailSettings, rows: [] })
writeFileSync(new URL("README.md", folder), formatFrontierMarkdown(rows, tails))
for (const { name, about } of frontierInstances) {
  const here = rows.rows.filter((row) => row.instance === name && row.horizon === 1e6)
  if (here.some(({ eta }) => eta !== null))
    writeFileSync(new URL(`${name}.svg`, folder), drawChart(frontierChart(here, about)))
}

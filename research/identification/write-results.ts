// Measures rules that stop when one arm is surely best, and writes rows and page beside this file.
// Rows with as many runs are kept. `node --conditions=source --import=tsx
// research/identification/write-results.ts rows|page [seconds]`: two minutes of one core.

import { writeFileSync } from "node:fs"
import { readResults } from "../read-results.ts"
import { writeRows } from "../write-rows.ts"
import { measureStopping, type StoppingRow } from "./measure-stopping.ts"
import { formatStoppingMarkdown } from "./stopping-markdown.ts"
import { stoppingSettings } from "./stopping-settings.ts"

const folder = new URL("./results/", import.meta.url)
const file = new URL("rows.json", folder)
const seed = 2026
/** The service's rule takes up to 100 ms a run, the others a few. */
const runs = { service: 40, identified: 400 }

const read = (): StoppingRow[] => readResults(file, [])

const [part, seconds] = process.argv.slice(2)
if (part === "rows") {
  const until = performance.now() + 1000 * Number(seconds ?? Number.POSITIVE_INFINITY)
  for (const setting of stoppingSettings) {
    if (performance.now() > until) break
    const isHere = (row: StoppingRow): boolean => row.setting === setting.name && row.eta === setting.eta
    const known = read()
    const here = measureStopping(setting, runs, seed, known)
    const place = (row: StoppingRow): number =>
      stoppingSettings.findIndex(({ name, eta }) => name === row.setting && eta === row.eta)
    const rows = [...known.filter((row) => !isHere(row)), ...here].toSorted((a, b) => place(a) - place(b))
    writeRows(file, rows)
    process.stderr.write(`${setting.name}, η = ${setting.eta}\n`)
  }
} else if (part !== "page") throw new Error(`the part must be rows or page, got ${part ?? "none"}`)
writeFileSync(new URL("README.md", folder), formatStoppingMarkdown(read()))

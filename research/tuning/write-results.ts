// Tunes every algorithm and writes what was chosen to lab/frontier/tuned-parameters.json, one line
// as soon as it is known; what is there already is not done again. `node --conditions=source
// --import=tsx research/tuning/write-results.ts [seconds]`: about an hour of one core in all; with
// a number it stops after that many seconds, to be gone on with later.

import { writeFileSync } from "node:fs"
import { formatFormName, freeParameters } from "@armistice/lab/internal"
import { readResults } from "../read-results.ts"
import { writeRows } from "../write-rows.ts"
import { tunedEtas, tuneForm } from "./tune.ts"
import { type FormRow, formatTuningMarkdown } from "./tuning-markdown.ts"

const file = new URL("../../lab/frontier/tuned-parameters.json", import.meta.url)

const known = (): FormRow[] => readResults(file, [])

const only = process.argv[3]
const until = performance.now() + 1000 * Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
const cells = freeParameters.flatMap((free) => tunedEtas.map((eta) => ({ free, form: formatFormName(free), eta })))
const todo = cells.filter(
  ({ form, eta }) =>
    (only === undefined || form.startsWith(only)) && !known().some((row) => row.form === form && row.eta === eta),
)
for (const [index, { free, form, eta }] of todo.entries()) {
  if (performance.now() > until) break
  const start = performance.now()
  const row = tuneForm(free, eta)
  if (row === null) continue
  process.stderr.write(
    `${index + 1}/${todo.length} ${form} ${eta} ${JSON.stringify(row.choice)} ${row.besideStart.toFixed(3)} ${((performance.now() - start) / 1000).toFixed(0)} s\n`,
  )
  const rows = [...known(), { form, ...row }]
  const place = ({ form: name, eta: at }: FormRow): number =>
    cells.findIndex((cell) => cell.form === name && cell.eta === at)
  rows.sort((a, b) => place(a) - place(b))
  writeRows(file, rows)
}

const rows = known()
writeFileSync(new URL("./results/README.md", import.meta.url), formatTuningMarkdown(rows))

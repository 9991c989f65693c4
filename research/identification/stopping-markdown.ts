// The rules that stop as a page: one table for each setting.

import { shortNumber } from "@armistice/lab"
import { upperRate } from "@armistice/lab/internal"
import { boundRule, type StoppingRow } from "./measure-stopping.ts"
import { allowedError, mostPulls, stoppingSettings } from "./stopping-settings.ts"

export function formatStoppingMarkdown(rows: readonly StoppingRow[]): string {
  const tables = stoppingSettings.flatMap(({ name, means, eta }) => {
    const here = rows.filter((row) => row.setting === name && row.eta === eta)
    return here.length === 0 ? [] : [`### ${name}, η = ${eta}\n\nMeans ${means.join(", ")}.\n\n${table(here)}`]
  })
  const open = stoppingSettings.length - tables.length
  return `# Rules that stop when one arm is surely best

The service stops by its verdict _clear_ (core/verdict/verdict.md), which may be wrong in one of ${Math.round(1 / allowedError)} experiments however often
one looks. Here it stands beside algorithms that only look for the best arm (lab/identification), at the same privacy
and the same allowed error. Pulls and lost reward are means up to the stop ± one standard error. "At most" is the 99 %
upper limit of the share of runs that end with a wrong answer (Clopper and Pearson). A run is given up after ${shortNumber(mostPulls)} pulls and counts with these. ε-DP algorithms get the ε whose Laplace noise has
the loss η. The lower bound is for every algorithm of this privacy that is right so often (docs/theory.md, section 9).${open === 0 ? "" : ` ${open} of ${stoppingSettings.length} settings are not measured yet.`}

${verdict(rows)}

${tables.join("\n\n")}

Measured by \`node --conditions=source --import=tsx research/identification/write-results.ts rows\` with seed 2026.
`
}

function verdict(rows: readonly StoppingRow[]): string {
  const ratios = (rule: string, value: (row: StoppingRow) => number): number[] =>
    stoppingSettings.flatMap(({ name, eta }) => {
      const here = rows.filter((row) => row.setting === name && row.eta === eta)
      const one = here.find((row) => row.rule === rule)
      const ours = here.find((row) => row.rule === "Residual-SE")
      return one === undefined || ours === undefined ? [] : [value(one) / value(ours)]
    })
  const rules = [...new Set(rows.map((row) => row.rule))].filter((rule) => rule !== "Residual-SE" && rule !== boundRule)
  const lines = rules.map((rule) => {
    const pulls = ratios(rule, (row) => row.mean)
    const lost = ratios(rule, (row) => row.lost ?? Number.NaN)
    return `| ${rule} | ${range(pulls)} | ${range(lost)} |`
  })
  return `Pulls and lost reward divided by those of Residual-SE, least and most over all settings (too small where runs were given up):

| rule | pulls | lost reward |
|---|---|---|
${lines.join("\n")}

${boundErrors(rows)}`
}

/** The evidence of the runs about the allowed error, for each number of runs. */
function boundErrors(rows: readonly StoppingRow[]): string {
  const measured = rows.filter(({ runs }) => runs > 0)
  return [...new Set(measured.map(({ runs }) => runs))]
    .sort((a, b) => b - a)
    .map((runs) => {
      const here = measured.filter((row) => row.runs === runs)
      const rules = [...new Set(here.map(({ rule }) => rule))].join(", ")
      const worst = here.reduce((most, row) => (row.errors > most.errors ? row : most))
      const over = here.filter((row) => atMost(row) > allowedError)
      const verdict =
        over.length === 0
          ? `nowhere is the upper limit above the allowed ${percent(allowedError)}`
          : `the upper limit is above the allowed ${percent(allowedError)} in ${over.length} of ${here.length} rows`
      const most =
        worst.errors === 0
          ? "none wrong"
          : `at most ${worst.errors} wrong (${worst.rule}, ${worst.setting}, η = ${worst.eta})`
      return `* ${shortNumber(runs)} runs (${rules}): ${most}; ${verdict}.`
    })
    .join("\n")
}

const atMost = ({ errors, runs }: StoppingRow): number => upperRate(errors, runs, 0.01)
const percent = (share: number): string => `${shortNumber(100 * share)} %`

const range = (values: readonly number[]): string =>
  values.length === 0 ? "" : `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`

function table(rows: readonly StoppingRow[]): string {
  const head = "| rule | pulls | median | lost reward | wrong | at most | given up |\n|---|---|---|---|---|---|---|"
  const lines = rows.map((row) => {
    const { rule, runs, mean, standardError, median, lost, lostError, errors, unfinished } = row
    return rule === boundRule
      ? `| ${rule} | ${shortNumber(mean)} | | | | | |`
      : `| ${rule} | ${shortNumber(mean)} ± ${shortNumber(standardError)} | ${shortNumber(median)} | ${shortNumber(lost ?? 0)} ± ${shortNumber(lostError)} | ${errors} of ${shortNumber(runs)} | ${percent(atMost(row))} | ${unfinished} |`
  })
  return `${head}\n${lines.join("\n")}`
}

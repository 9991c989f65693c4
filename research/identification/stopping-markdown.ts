// The rules that stop as a page: one table for each setting.

import { shortNumber } from "@armistice/lab"
import { boundRule, type StoppingRow } from "./measure-stopping.ts"
import { allowedError, mostPulls, stoppingSettings } from "./stopping-settings.ts"

export function stoppingMarkdown(rows: readonly StoppingRow[]): string {
  const tables = stoppingSettings.flatMap(({ name, means, eta }) => {
    const here = rows.filter((row) => row.setting === name && row.eta === eta)
    return here.length === 0 ? [] : [`### ${name}, η = ${eta}\n\nMeans ${means.join(", ")}.\n\n${table(here)}`]
  })
  const open = stoppingSettings.length - tables.length
  const runs = Math.max(0, ...rows.map((row) => row.runs))
  return `# Rules that stop when one arm is surely best

The service stops by its verdict _clear_ (core/verdict/verdict.md), which may be wrong in one of ${Math.round(1 / allowedError)} experiments however often
one looks. Here it stands beside algorithms that only look for the best arm (lab/identification), at the same privacy
and the same allowed error. Each row is ${runs} runs; pulls and lost reward are means up to the stop ± one standard error. A run
is given up after ${shortNumber(mostPulls)} pulls and counts with these. ε-DP algorithms get the ε whose Laplace noise has
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
  const wrong = rows.filter((row) => row.runs > 0 && row.errors > 2 * allowedError * row.runs)
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

${wrong.length === 0 ? "No rule was wrong in more than twice the allowed share of runs anywhere." : `Wrong in more than twice the allowed share of runs: ${wrong.map(({ rule, setting, eta }) => `${rule} (${setting}, η = ${eta})`).join("; ")}.`}`
}

const range = (values: readonly number[]): string =>
  values.length === 0 ? "" : `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`

function table(rows: readonly StoppingRow[]): string {
  const head = "| rule | pulls | median | lost reward | wrong | given up |\n|---|---|---|---|---|---|"
  const lines = rows.map(({ rule, runs, mean, standardError, median, lost, lostError, errors, unfinished }) =>
    rule === boundRule
      ? `| ${rule} | ${shortNumber(mean)} | | | | |`
      : `| ${rule} | ${shortNumber(mean)} ± ${shortNumber(standardError)} | ${shortNumber(median)} | ${shortNumber(lost ?? 0)} ± ${shortNumber(lostError)} | ${errors} of ${runs} | ${unfinished} |`,
  )
  return `${head}\n${lines.join("\n")}`
}

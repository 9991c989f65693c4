// Simulates the verdicts of all settings and writes results/verdicts.json, in some twenty minutes.
// It resumes: settings that are in the file with as many runs are not repeated. `node
// --conditions=source --import=tsx research/verdict/write-results.ts [least arms] [most arms]`

import { writeFileSync } from "node:fs"
import { version } from "@armistice/lab"
import { upperRate } from "@armistice/lab/internal"
import { readResults } from "../read-results.ts"
import { countOutcomes, simulateRuns } from "./measure-verdict.ts"
import { formatResultsPage, type Result } from "./results-page.ts"
import { type Setting, settings } from "./settings.ts"
import type { Outcome } from "./simulate-experiment.ts"

const folder = new URL("./results/", import.meta.url)
const file = new URL("verdicts.json", folder)
const seed = 1

const known = (): Result[] => readResults<{ results: Result[] }>(file, { results: [] }).results

const formatKey = (setting: Setting): string => {
  const { name, eta, horizon, means, evenShare, delay, worthwhile, window, ripe, silence, missing, runs } = setting
  return JSON.stringify([name, eta, horizon, means, evenShare, delay, worthwhile, window, ripe, silence, missing, runs])
}

function measure(setting: Setting): Result {
  const outcomes: Outcome[] = []
  for (let from = 0; from < setting.runs; from += 50) {
    outcomes.push(...simulateRuns(setting, seed, from, Math.min(setting.runs, from + 50)))
    const { falselyClear, clear, runs } = countOutcomes(outcomes)
    process.stderr.write(
      `${setting.name} K=${setting.means.length} η=${setting.eta}: ${runs} runs, ${clear} clear, ${falselyClear} falsely\n`,
    )
  }
  const counts = countOutcomes(outcomes)
  const round = (rate: number): number => Number(rate.toPrecision(3))
  return {
    ...setting,
    ...counts,
    falselyClearAtMost: round(upperRate(counts.falselyClear, counts.runs, 0.01)),
    falselyAlikeAtMost: round(upperRate(counts.falselyAlike, counts.runs, 0.01)),
    uncoveredAtMost: round(upperRate(counts.uncovered, counts.runs, 0.01)),
  }
}

const [leastArms = "2", mostArms = "1000"] = process.argv.slice(2)
for (const setting of settings) {
  if (setting.means.length < Number(leastArms) || setting.means.length > Number(mostArms)) continue
  if (known().some((result) => formatKey(result) === formatKey(setting))) continue
  const result = measure(setting)
  // Another process may have written meanwhile.
  write([...known(), result])
}
write(known())

function write(results: readonly Result[]): void {
  const inOrder = settings.flatMap((each) => results.filter((one) => formatKey(one) === formatKey(each)).slice(0, 1))
  const text = JSON.stringify({ version, seed, confidence: 0.95, results: inOrder }, null, 1)
  // Lists of means on one line.
  const lists = text.replace(/\[\s+([-\d.,\s]+?)\s+\]/g, (_all, list: string) => `[${list.replace(/\s+/g, " ")}]`)
  writeFileSync(file, `${lists}\n`)
  writeFileSync(new URL("README.md", folder), formatResultsPage(inOrder))
}

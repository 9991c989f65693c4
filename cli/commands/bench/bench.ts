// `armistice bench`: times both engines for every algorithm, by horizon, and with tied arms.

import { createEnvironment } from "@armistice/lab"
import { defineCommand } from "../../command.ts"
import { exitCodes } from "../../exit-codes.ts"
import { chooseAlgorithm, readAlgorithmNames } from "../../options/algorithm-options.ts"
import { environmentOptions, readEnvironment } from "../../options/environment-options.ts"
import { integer, number } from "../../options/option-spec.ts"
import { configOption, outputOptions } from "../../options/output-options.ts"
import { formatWritten } from "../../output/output-files.ts"
import { writeChartsAndPoints } from "../../output/write-charts.ts"
import { printResult } from "../../print/print-result.ts"
import { runInSession } from "../../session.ts"
import { benchSettings } from "./bench-settings.ts"
import { formatEngines, formatGrowth, formatTies } from "./bench-text.ts"
import { benchEngines } from "./engine-bench.ts"
import { benchGrowth, growthHorizons } from "./growth-bench.ts"
import { createGrowthChart } from "./growth-chart.ts"
import { benchTies, tieHorizons } from "./tie-bench.ts"
import { TimeBudget } from "./time-budget.ts"
import { Timers } from "./timers.ts"

const { means, preset } = environmentOptions

const own = {
  algorithms: { kind: "raw", about: "names separated by commas (all if left out)", placeholder: "names" },
  horizon: integer(100, 1e9, "rounds of the runs that both engines play", { default: 1e6 }),
  seconds: number(1, 86400, "about how long to measure, once code is compiled", { default: 60 }),
  seed: integer(0, 2 ** 53 - 2, "of the runs", { default: 1 }),
  ...configOption,
  means,
  preset,
  ...outputOptions,
  csv: { ...outputOptions.csv, about: "write the times by horizon" },
} as const

export const bench = defineCommand({
  options: own,
  async run(values) {
    const { horizon, seconds, seed } = values
    const texts = readAlgorithmNames(values.algorithms ?? "all")
    const settings = benchSettings(texts.map((text) => chooseAlgorithm(text).entry.name))
    const environment = await readEnvironment(values)
    const { csv, svg, png } = values
    return runInSession({ csv, svg, png }, async ({ files, progress, signal }) => {
      // The step engine simulates every round, so the first part needs most of the time.
      const budget = (from: number, to: number, shares: number, note: string) =>
        new TimeBudget(1000 * seconds * (to - from), shares, signal, (share) =>
          progress.update(from + share * (to - from), note),
        )
      const longestMs = 20 * seconds
      const timers = new Timers()
      const engineTime = budget(0, 0.5, settings.length, "both engines")
      const engines = await benchEngines(settings, environment, horizon, seed, engineTime, timers)
      const growthTime = budget(0.5, 0.8, settings.length, "growth with the horizon")
      const growth = await benchGrowth(settings, environment, seed, growthTime, longestMs, timers)
      const tieTime = budget(0.8, 1, settings.length * tieHorizons.length, "tied arms")
      const ties = await benchTies(settings, seed, tieTime, longestMs, timers)
      await writeChartsAndPoints(files, () => createGrowthChart(growth))
      progress.clear()
      const document = {
        horizon,
        means: createEnvironment(environment).means,
        seconds,
        seed,
        engines,
        growth: { horizons: growthHorizons, rows: growth },
        ties: { horizons: tieHorizons, rows: ties },
      }
      const tables = [formatEngines(engines, horizon), formatGrowth(growth), formatTies(ties)]
      printResult(values.json, document, tables.join("\n") + formatWritten(files))
      return signal.aborted ? exitCodes.interrupted : exitCodes.done
    })
  },
})

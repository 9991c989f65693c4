// Written beside a CSV file: which simulations its rows are from, so that they can be run again,
// and their 95 % intervals.

import type { SimulationResult } from "@armistice/lab"
import { formatJson } from "../print/format-json.ts"

export function manifestJson(results: readonly Omit<SimulationResult, "milliseconds">[]): string {
  const simulations = results.map(({ algorithm, parameters, horizon, means, runs, finished, regret, manifest }) => ({
    algorithm,
    parameters,
    horizon,
    means,
    runs,
    finished,
    interval: regret.interval,
    ...manifest,
  }))
  return formatJson({ simulations })
}

/** Beside results.csv, results.manifest.json. */
export const manifestPath = (csv: string | undefined): string | undefined =>
  csv === undefined ? undefined : `${csv.replace(/\.csv$/i, "")}.manifest.json`

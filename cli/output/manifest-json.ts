// What a CSV file cannot say of itself: which simulations its rows are from, so that they can be run again.

import type { SimulationResult } from "@armistice/lab"
import { jsonText } from "../print/json-text.ts"

export function manifestJson(results: readonly SimulationResult[]): string {
  const simulations = results.map(({ algorithm, parameters, horizon, means, runs, finished, manifest }) => ({
    algorithm,
    parameters,
    horizon,
    means,
    runs,
    finished,
    ...manifest,
  }))
  return jsonText({ simulations })
}

/** Beside results.csv, results.manifest.json. */
export const manifestPath = (csv: string | undefined): string | undefined =>
  csv === undefined ? undefined : `${csv.replace(/\.csv$/i, "")}.manifest.json`

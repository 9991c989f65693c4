// Phrases that captions share.

import { shortNumber } from "@armistice/core/text"
import type { TimelessResult } from "../replication/simulation-result.ts"

/** "20 runs", or "10 to 20 runs" where simulations have different numbers. */
export function describeRuns(results: readonly TimelessResult[]): string {
  const counts = results.map(({ finished }) => finished)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const range = least === most ? shortNumber(most) : `${shortNumber(least)} to ${shortNumber(most)}`
  return `${range} ${most === 1 ? "run" : "runs"}`
}

/** "5 Bernoulli arms (means 0.95, 0.75, …)". */
export function describeArms({ means, manifest }: TimelessResult): string {
  const shown = means.slice(0, 5).map((mean) => shortNumber(mean))
  const list = means.length > 5 ? [...shown, "…"] : shown
  const { environment } = manifest
  const label = environment.kind === "module" ? environment.name : environmentLabels[environment.kind]
  return `${means.length} ${label} arms (means ${list.join(", ")})`
}

const environmentLabels: Readonly<Record<TimelessResult["manifest"]["environment"]["kind"], string>> = {
  bernoulli: "Bernoulli",
  beta: "Beta",
  "truncated-gaussian": "truncated Gaussian",
  "truncated-exponential": "truncated exponential",
  "two-point": "two-point",
  replay: "recorded",
  context: "context-dependent",
  "drawn-context": "context-dependent",
  piecewise: "piecewise constant Bernoulli",
  drifting: "drifting Bernoulli",
  seasonal: "seasonal Bernoulli",
  module: "own",
}

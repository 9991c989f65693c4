// Phrases that captions share.

import { shortNumber } from "@armistice/core/text"
import type { TimelessResult } from "../replication/simulation-result.ts"
import { labelEnvironment, listDifferences } from "../text/setting-differences.ts"

/** "20 runs", or "10 to 20 runs" where simulations have different numbers. */
export function describeRuns(results: readonly TimelessResult[]): string {
  const counts = results.map(({ finished }) => finished)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const range = least === most ? shortNumber(most) : `${shortNumber(least)} to ${shortNumber(most)}`
  return `${range} ${most === 1 ? "run" : "runs"}`
}

/** "5 Bernoulli arms (means 0.95, 0.75, …)"; "several sets of arms" where they differ. */
export function describeArms(results: readonly TimelessResult[]): string {
  const { means, manifest } = results[0]
  if (listDifferences(results).some(({ part }) => part === "arms")) return "several sets of arms"
  const shown = means.slice(0, 5).map((mean) => shortNumber(mean))
  const list = means.length > 5 ? [...shown, "…"] : shown
  return `${means.length} ${labelEnvironment(manifest.environment)} arms (means ${list.join(", ")})`
}

// The warning beside an interval from few runs.

import { shortNumber } from "@armistice/core/text"
import type { SimulationResult } from "../replication/simulation-result.ts"

/** "20 runs: rare bad runs may be missing"; null where nothing rare could matter. */
export function describeRareRuns(results: readonly Pick<SimulationResult, "regret" | "finished">[]): string | null {
  const few = results.filter(({ regret }) => regret.interval?.hasFewRuns)
  if (few.length === 0) return null
  return describeFewRuns(Math.min(...few.map(({ finished }) => finished)))
}

/** "20 runs: rare bad runs may be missing". */
export const describeFewRuns = (runs: number): string =>
  `${shortNumber(runs)} ${runs === 1 ? "run" : "runs"}: rare bad runs may be missing`

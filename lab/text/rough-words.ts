// What an interval from few runs does not know of, in words that stand beside it.

import { unseenShare } from "../replication/mean-interval.ts"
import type { SimulationResult } from "../replication/simulation-result.ts"
import { shortNumber } from "./short-number.ts"

/** "rough, as 20 runs may miss what comes in fewer than 1 of 6"; null where nothing rare could matter. */
export function roughWords(results: readonly Pick<SimulationResult, "regret" | "finished">[]): string | null {
  const rough = results.filter(({ regret }) => regret.interval?.isRough)
  if (rough.length === 0) return null
  return fewRunsWords(Math.min(...rough.map(({ finished }) => finished)))
}

/** Fewer tell nothing of what may be missing. */
const tooFew = 6

export const fewRunsWords = (runs: number): string =>
  runs < tooFew
    ? `rough, as ${runs} runs are too few to tell`
    : `rough, as ${shortNumber(runs)} runs may miss what comes in fewer than 1 of ${shortNumber(Math.floor(1 / unseenShare(runs)))}`

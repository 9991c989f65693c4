// The runner-up of a verdict. Apart from verdict.ts, so that text about a verdict does not load
// what computes one.

import type { VerdictDifference } from "./pair-difference.ts"
import { rankArms } from "./rank-arms.ts"
import type { Verdict } from "./verdict.ts"

/** The difference between the leader and the next arm; null where no other arm has figures. */
export function findNextBest({
  arms,
  differences,
  next = rankArms(arms)[1],
}: Pick<Verdict, "arms" | "differences"> & Partial<Pick<Verdict, "next">>): VerdictDifference | null {
  return differences.find(({ arm, difference }) => arm === next && difference !== null) ?? null
}

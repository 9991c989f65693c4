// The table of claims as lines of text.

import type { Judgement } from "./judgement.ts"
import { numberText } from "./number-text.ts"

/** Rows of cells: claim, what the paper prints, what was measured, verdict. */
export function claimRows(judgements: readonly Judgement[]): string[][] {
  return [
    ["claim", "paper", "measured", "verdict"],
    ...judgements.map(({ claim, paper, measured, verdict }) => [claim, paper ?? "", measuredText(measured), verdict]),
  ]
}

/** "1.07 [1.04, 1.10]"; just the number where it is exact. */
export function measuredText({ value, low, high }: Judgement["measured"]): string {
  return low === high ? numberText(value) : `${numberText(value)} [${numberText(low)}, ${numberText(high)}]`
}

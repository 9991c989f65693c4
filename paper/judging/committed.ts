// Results that are part of the repository, and what has changed against them. A claim is broken if
// it held in the committed results and now does not hold, or is no longer there. A claim that is
// undecided now is not contradicted, so not broken: with fewer runs than were committed that is to
// be expected.

import type { Judgement } from "./judgement.ts"

/** The results of one exhibit with their judgements. */
export interface Reproduced {
  readonly id: string
  readonly runs: number
  readonly seed: number
  readonly judgements: readonly Judgement[]
  readonly results: unknown
}

/** A claim that no longer holds, and why. */
export interface Broken {
  readonly id: string
  readonly claim: string
  readonly why: string
}

/** The claims that held in the committed results and do not hold now. */
export function findBrokenClaims(committed: Reproduced, now: Reproduced): Broken[] {
  return committed.judgements
    .filter(({ verdict }) => verdict === "holds")
    .flatMap(({ id, claim }) => {
      const found = now.judgements.find((judgement) => judgement.id === id)
      if (found === undefined) return [{ id, claim, why: "the claim is no longer judged" }]
      return found.verdict === "does not hold" ? [{ id, claim, why: found.words }] : []
    })
}

// A law is a promise about the next choices; this keeps the algorithm to it, round by round, from
// random states.

import fc from "fast-check"
import { expect } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import type { SeededRandom } from "../random/random.ts"
import { seededRandom } from "../random/seeded-random.ts"

export interface LawCase {
  readonly armCount: number
  /** Rounds to play, and how many of a law's rounds to check before asking for the next. */
  readonly rounds: number
  readonly most?: number
  /** Draws an arm's mean; uniform if left out. */
  readonly drawMean?: (random: SeededRandom) => number
}

/**
 * Plays by `choose` and holds every choice against the batch law; returns how many rounds each kind
 * of law covered.
 */
export function expectLawsMatchChoices(
  create: () => Algorithm,
  { armCount, rounds, most = Number.POSITIVE_INFINITY, drawMean = (random) => random.uniform() }: LawCase,
): { batch: number; plain: number; laws: number } {
  const covered = { batch: 0, plain: 0, laws: 0 }
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const algorithm = create()
      const random = seededRandom(seed)
      const state = algorithm.start(armCount)
      const means = state.decided.map(() => drawMean(random))
      while (state.round < rounds) {
        const before = JSON.stringify(state)
        const law = algorithm.laws(state)
        expect(JSON.stringify(state)).toBe(before)
        covered.laws += 1
        if (law.kind === "batch") expect(law.pulls).toBeGreaterThanOrEqual(1)
        const choices = law.kind === "batch" ? Math.min(law.arms.length * law.pulls, most, rounds - state.round) : 1
        for (let k = 0; k < choices; k++) {
          const arm = algorithm.choose(state, random)
          if (law.kind === "batch" && arm !== law.arms[k % law.arms.length])
            expect.fail(`choice ${k} of ${choices} is arm ${arm}, but the law says ${JSON.stringify(law)}`)
          algorithm.observe(state, arm, random.uniform() < means[arm] ? 1 : 0, random)
        }
        covered[law.kind === "batch" ? "batch" : "plain"] += choices
      }
    }),
    { numRuns: 25, seed: 6 },
  )
  return covered
}

// Mean regret against an independent simulation: within five standard errors of the difference of
// the two means.

import { expect } from "vitest"
import type { Algorithm } from "../algorithm.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { runRegret } from "./run-algorithm.ts"

export interface RegretTarget {
  readonly means: readonly number[]
  readonly horizon: number
  readonly runs: number
  /**
   * Mean regret of the other simulation, the deviation of a single run, and how many runs it had.
   */
  readonly mean: number
  readonly deviation: number
  readonly otherRuns: number
}

/** How many standard errors our mean lies from the target. */
export function regretDistance(algorithm: Algorithm, target: RegretTarget): number {
  let total = 0
  for (let run = 0; run < target.runs; run++)
    total += runRegret(algorithm, target.means, target.horizon, seededRandom(1000 + run))
  const standardError = target.deviation * Math.sqrt(1 / target.runs + 1 / target.otherRuns)
  return (total / target.runs - target.mean) / standardError
}

export function expectRegret(algorithm: Algorithm, target: RegretTarget): void {
  expect(Math.abs(regretDistance(algorithm, target))).toBeLessThan(5)
}

// Two measures of regret where laws change over time: against the best arm of each round, and
// against the one best arm of the run. They differ by a constant, since laws do not depend on runs.

import { seededRandom } from "@armistice/core"
import { findBest } from "../engines/rounds-step.ts"
import type { RoundLaws } from "../environments/environment.ts"

/** The arms of a run whose laws change over time. */
export interface RoundsSummary {
  /** Mean of each arm over the rounds of the run, and what a decision of it is worth. */
  readonly means: readonly number[]
  readonly values: readonly number[]
  /** The arm that is worth most. */
  readonly bestArm: number
  /** The excess of the best arms of all rounds over the one best, to each checkpoint and in all. */
  readonly excess: readonly number[]
  readonly totalExcess: number
}

/** Goes through all rounds. `computeValues` converts means to values, such as after silence. */
export function summariseRounds(
  rounds: RoundLaws,
  { armCount, horizon, checkpoints }: { armCount: number; horizon: number; checkpoints: readonly number[] },
  computeValues: (means: readonly number[]) => readonly number[],
): RoundsSummary {
  const random = seededRandom("laws of rounds")
  const sums = new Array<number>(armCount).fill(0)
  const rewards = new Array<number>(armCount).fill(0)
  const excess: number[] = []
  let best = 0
  for (let round = 1; round <= horizon; round++) {
    const { means } = rounds.at(round, random)
    const values = computeValues(means)
    const top = findBest(values)
    best += top
    for (let arm = 0; arm < armCount; arm++) {
      sums[arm] += values[arm]
      rewards[arm] += means[arm]
    }
    if (checkpoints[excess.length] === round) excess.push(best - findBest(sums))
  }
  const bestSum = findBest(sums)
  return {
    means: rewards.map((sum) => sum / horizon),
    values: sums.map((sum) => sum / horizon),
    bestArm: sums.indexOf(bestSum),
    excess,
    totalExcess: best - bestSum,
  }
}

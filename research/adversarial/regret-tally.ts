// Count, mean and squared deviations of the regrets of one algorithm in one setting, so that more
// runs can be added later: run i is the same whenever it is simulated.

import { type Algorithm, seededRandom } from "@armistice/core"
import { prepareRuns, type RunSetting } from "./run-setting.ts"

export interface RegretTally {
  readonly runs: number
  readonly mean: number
  /** Sum of squared deviations from the mean. */
  readonly squares: number
}

export const noRuns: RegretTally = { runs: 0, mean: 0, squares: 0 }

export const computeTallyError = ({ runs, squares }: RegretTally): number =>
  runs < 2 ? Number.POSITIVE_INFINITY : Math.sqrt(squares / (runs - 1) / runs)

/** Continues `tally` up to `runs` runs in all, or until `hasTime` returns false. */
export function addRuns(
  algorithm: Algorithm,
  setting: RunSetting,
  seed: string,
  tally: RegretTally,
  runs: number,
  hasTime: () => boolean = () => true,
): RegretTally {
  const runOnce = prepareRuns(setting)
  const random = seededRandom(seed)
  const orders = seededRandom(`${seed}: orders of arms`)
  let { runs: finished, mean, squares } = tally
  while (finished < runs && hasTime()) {
    const regret = runOnce(algorithm, setting.horizon, random.fork(finished), orders.fork(finished))
    finished += 1
    const deviation = regret - mean
    mean += deviation / finished
    squares += deviation * (regret - mean)
  }
  return { runs: finished, mean, squares }
}

// Regrets of the runs of one algorithm in one setting, kept as three numbers, so that more runs can
// be added later: run i is the same whenever it is played.

import { type Algorithm, seededRandom } from "@armistice/core"
import { createEnvironment, type EnvironmentSpec, runLeap } from "@armistice/lab"
import { shuffledArms } from "./shuffled-arms.ts"

export interface RegretTally {
  readonly runs: number
  readonly mean: number
  /** Sum of squares of what regrets differ from their mean. */
  readonly squares: number
}

export const noRuns: RegretTally = { runs: 0, mean: 0, squares: 0 }

export const errorOfTally = ({ runs, squares }: RegretTally): number =>
  runs < 2 ? Number.POSITIVE_INFINITY : Math.sqrt(squares / (runs - 1) / runs)

export interface TallySetting {
  readonly environment: EnvironmentSpec
  readonly horizon: number
}

/** Plays up to `runs` runs in all, of which those in `tally` are done; stops early when `hasTime` says so. */
export function addRuns(
  algorithm: Algorithm,
  setting: TallySetting,
  seed: string,
  tally: RegretTally,
  runs: number,
  hasTime: () => boolean = () => true,
): RegretTally {
  const { horizon } = setting
  const environment = createEnvironment(setting.environment)
  const random = seededRandom(seed)
  const orders = seededRandom(`${seed}: orders of arms`)
  let { runs: played, mean, squares } = tally
  while (played < runs && hasTime()) {
    const arms = shuffledArms(environment, orders.fork(played))
    const { regret } = runLeap({ algorithm, environment: arms, horizon, checkpoints: [], random: random.fork(played) })
    played += 1
    const off = regret - mean
    mean += off / played
    squares += off * (regret - mean)
  }
  return { runs: played, mean, squares }
}

// Recorded rewards: pull k of an arm gives row k of its column in every run. A pull beyond the last
// row is an error.

import { invalidParameter } from "../check-parameters.ts"
import type { Environment } from "./environment.ts"
import type { RewardTable } from "./reward-table.ts"

export function replayEnvironment({ rewards }: RewardTable): Environment {
  const columns = rewards.map((column) => Float64Array.from(column))
  const checkEnd = (arm: number, pulls: number) => {
    if (pulls <= columns[arm].length) return
    throw invalidParameter(
      `the recorded rewards must reach to the end of the run: arm ${arm} has ${columns[arm].length} rows, got a pull of row ${pulls}`,
      { arm, rows: columns[arm].length },
    )
  }
  return {
    kind: "replay",
    armCount: columns.length,
    means: columns.map((column) => column.reduce((sum, reward) => sum + reward, 0) / column.length),
    reward(arm, pull) {
      checkEnd(arm, pull + 1)
      return columns[arm][pull]
    },
    sum(arm, pull, count) {
      checkEnd(arm, pull + count)
      let sum = 0
      for (let row = pull; row < pull + count; row++) sum += columns[arm][row]
      return sum
    },
  }
}

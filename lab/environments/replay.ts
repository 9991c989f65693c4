// Recorded rewards. By pulls: pull k of an arm gives row k of its column. By rounds: round k gives
// row k, whatever the arm. Neither goes beyond the last row, and regret is by what was paid.

import { invalidParameter } from "../check-parameters.ts"
import { createRoundsEnvironment } from "./changing.ts"
import type { Environment } from "./environment.ts"
import type { RewardTable } from "./reward-table.ts"

export function replayEnvironment({ rewards }: RewardTable): Environment {
  const columns = rewards.map((column) => Float64Array.from(column))
  const totals = columns.map(addUp)
  const checkEnd = (arm: number, pulls: number) => {
    if (pulls <= columns[arm].length) return
    throw invalidParameter(
      `the recorded rewards end before the run: arm ${arm} has ${columns[arm].length} rows, and the run needs row ${pulls}`,
      { arm, rows: columns[arm].length },
    )
  }
  return {
    kind: "replay",
    armCount: columns.length,
    means: listMeans(columns),
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
    paid: (arm, pulls) => totals[arm][Math.min(pulls, columns[arm].length)],
  }
}

/** Row k is round k + 1. */
export function replayRounds({ rewards }: RewardTable): Environment {
  const rows = rewards[0].map((_, row) => rewards.map((column) => column[row]))
  return {
    ...createRoundsEnvironment("replay", rows[0], {
      comparator: "one arm",
      length: rows.length,
      at: (round) => ({ round, means: rows[round - 1] }),
      reward: (arm, { means }) => means[arm],
    }),
    means: listMeans(rewards),
  }
}

const listMeans = (columns: readonly ArrayLike<number>[]): number[] =>
  columns.map((column) => Array.from(column).reduce((sum, reward) => sum + reward, 0) / column.length)

/** Sums of the first 0, 1, 2, … rewards. */
function addUp(column: Float64Array): Float64Array {
  const totals = new Float64Array(column.length + 1)
  for (let row = 0; row < column.length; row++) totals[row + 1] = totals[row] + column[row]
  return totals
}

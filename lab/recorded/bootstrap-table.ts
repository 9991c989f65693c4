// Regret on a table of recorded rewards, with an interval that covers the table's own noise: rows
// are drawn with replacement, and runs take the columns of each drawn table as the arms' laws.

import type { Algorithm, Random, SeededRandom } from "@armistice/core"
import { checkWhole } from "../check-parameters.ts"
import { runLeap } from "../engines/leap.ts"
import type { Environment } from "../environments/environment.ts"
import type { RewardTable } from "../environments/reward-table.ts"
import { computeDataInterval, type DataInterval, drawStreams, type RecordedOptions, readCounts } from "./resample.ts"

/** Regret on recorded rewards, with an interval that covers their own noise. */
export interface TableReplay {
  readonly rows: number
  readonly means: readonly number[]
  readonly regret: DataInterval
  /** Shares of the arms in all decisions. */
  readonly shares: readonly number[]
}

/** Estimates the regret of an algorithm on a table of recorded rewards. */
export async function bootstrapTable(
  algorithm: Algorithm,
  { rewards }: RewardTable,
  horizon: number,
  options: RecordedOptions,
): Promise<TableReplay> {
  const { tables, runs } = readCounts(options)
  checkWhole("horizon", horizon, 2)
  const rows = rewards[0]?.length ?? 0
  const regrets: number[] = []
  const pulls = rewards.map(() => 0)
  for await (const stream of drawStreams(options)) {
    const environment = columnsEnvironment(drawRows(rewards, rows, stream))
    let sum = 0
    for (let run = 0; run < runs; run++) {
      const request = { algorithm, environment, horizon, checkpoints: [], random: stream.fork(run) }
      const played = runLeap(request)
      sum += played.regret
      for (const [arm, count] of played.pulls.entries()) pulls[arm] += count
    }
    regrets.push(sum / runs)
  }
  return {
    rows,
    means: columnsEnvironment(rewards).means,
    regret: computeDataInterval(regrets),
    shares: pulls.map((count) => count / (tables * runs * horizon)),
  }
}

function drawRows(rewards: RewardTable["rewards"], rows: number, random: SeededRandom): number[][] {
  const drawn = Array.from({ length: rows }, () => random.integer(rows))
  return rewards.map((column) => drawn.map((row) => column[row] ?? 0))
}

/** Arms whose rewards are drawn from their columns. */
function columnsEnvironment(columns: readonly (readonly number[])[]): Environment {
  const laws = columns.map(countValues)
  return {
    kind: "columns",
    armCount: columns.length,
    means: columns.map((column) => column.reduce((sum, reward) => sum + reward, 0) / column.length),
    reward: (arm, _pull, random) => columns[arm][random.integer(columns[arm].length)],
    sum: (arm, _pull, count, random) => drawSum(laws[arm], columns[arm], count, random),
  }
}

interface Values {
  readonly values: readonly number[]
  readonly counts: readonly number[]
}

function countValues(column: readonly number[]): Values {
  const counts = new Map<number, number>()
  for (const value of column) counts.set(value, (counts.get(value) ?? 0) + 1)
  return { values: [...counts.keys()], counts: [...counts.values()] }
}

/** A binomial for each value where values are fewer than draws, else draw by draw. */
function drawSum({ values, counts }: Values, column: readonly number[], count: number, random: Random): number {
  let sum = 0
  if (values.length > count) {
    for (let k = 0; k < count; k++) sum += column[random.integer(column.length)]
    return sum
  }
  let [left, rows] = [count, column.length]
  for (const [index, value] of values.entries()) {
    const drawn = counts[index] >= rows ? left : random.binomial(left, counts[index] / rows)
    sum += drawn * value
    left -= drawn
    rows -= counts[index]
    if (left === 0) break
  }
  return sum
}

// Two tables of fixed rewards that differ in one round, or in all rounds of one person.

import { invalidParameter } from "../../check-parameters.ts"
import { describeScenario, type Scenario } from "./scenario.ts"

/** Two reward tables that differ in one round, or in the rounds of one person. */
export interface NeighbourTables {
  readonly armCount: number
  /** The rounds, increasing, in which all arms pay 0 in the first table and 1 in the second. */
  readonly records: readonly number[]
  /** Rewards of arm 0 and of all other arms in the other rounds. */
  readonly own: number
  readonly others: number
  /** Changes beside the rounds; none if left out. */
  readonly scenario?: Scenario
}

/** The first table is D, the second D'. */
export type World = 0 | 1

export function readReward(tables: NeighbourTables, world: World, round: number, arm: number): number {
  if (tables.records.includes(round)) return world
  return arm === 0 ? tables.own : tables.others
}

export const findLastRecord = ({ records }: NeighbourTables): number => records[records.length - 1]

export function checkTables(tables: NeighbourTables): NeighbourTables {
  const { armCount, records, own, others } = tables
  const refuse = (what: string) => invalidParameter(`${what}, got ${JSON.stringify(tables)}`)
  if (!(Number.isInteger(armCount) && armCount >= 2)) throw refuse("tables must have at least 2 arms")
  const increases = records.every((round, k) => Number.isSafeInteger(round) && round > (k === 0 ? 0 : records[k - 1]))
  if (records.length === 0 || !increases) throw refuse("tables must differ in rounds from 1 on, in increasing order")
  if (!(own >= 0 && own <= 1 && others >= 0 && others <= 1)) throw refuse("rewards must be in [0, 1]")
  return tables
}

/** A sentence about two tables, for people. */
export function describeTables({ armCount, records, own, others, scenario }: NeighbourTables): string {
  const [first] = records
  const rounds =
    records.length === 1
      ? `round ${first} gives`
      : records.length <= 8
        ? `rounds ${records.join(", ")} give`
        : `${records.length} rounds (${first} to ${records[records.length - 1]}) give`
  const rest = own === others ? `every other reward is ${own}` : `otherwise arm 0 gives ${own}, the others ${others}`
  return `${armCount} arms; ${rounds} 0 for all arms in one table and 1 in the other; ${rest}${scenario === undefined ? "" : `; ${describeScenario(scenario)}`}`
}

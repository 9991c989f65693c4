// The releases of gdp-context about each group of people and arm: the sum of a cell's line, in
// which a reward has the weight that its batch gave to cells. An arm's total is of its own traffic,
// which differs between arms, so it is not read here.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { weighReward } from "../context/context-arm.ts"
import type { ContextPlan } from "../context/context-plan.ts"
import type { GdpContextState } from "../context/context-state.ts"
import { readHistory } from "../context/packed-history.ts"
import { carryBits } from "../privacy/residual-loss.ts"
import { residualDeviation } from "../random/residual-noise.ts"
import type { ReleasedSum } from "./released-sum.ts"
import { sumResidualReleases } from "./residual-sum.ts"

/** The algorithm's plan and state, where it releases cells; null for all other algorithms. */
export function findCells(
  algorithm: Algorithm,
  state: AlgorithmState,
): { readonly plan: ContextPlan; readonly state: GdpContextState } | null {
  const plan = algorithm.context
  return plan === undefined || plan.groups === null ? null : { plan, state: state as GdpContextState }
}

/** The sum of an arm's rewards in one group. `most`: the rewards that were planned at first. */
export function readCellSum(
  { plan, state }: { readonly plan: ContextPlan; readonly state: GdpContextState },
  { eta, most }: { readonly eta: number; readonly most: number },
  group: number,
  arm: number,
): ReleasedSum {
  const { [arm]: context } = state.contexts
  const { ended, total } = context.lines[group + 1]
  const weights = weighCell(plan, group)
  const releases = readHistory(context)[group + 1].map(({ carried, joined }, block) => ({
    joined: joined.map(([share, count]) => ({ count, weight: weights(share) })),
    deviation: residualDeviation({ eta, carried }),
    carried: carried / 2 ** carryBits,
    line: ended.filter((end) => end <= block).length,
  }))
  return { ...sumResidualReleases(total, releases), most }
}

/** The weight of a reward in its cell by the total's share, rounded as when the reward joined. */
function weighCell(plan: ContextPlan, group: number): (share: number) => number {
  const known = new Map<number, number>()
  const features = plan.describe(findPoint(plan, group))
  return (share) => {
    const found = known.get(share) ?? weigh(share)
    known.set(share, found)
    return found
  }
  function weigh(share: number): number {
    const cell = weighReward(plan, features, share).find(({ coordinate }) => coordinate === group + 1)
    return (cell?.weight ?? 0) / 2 ** 20
  }
}

/** The point of a group's people: the number of each attribute's level. */
export function findPoint({ groups }: ContextPlan, group: number): number[] {
  const all = groups ?? []
  return all[group].levels.map((level, attribute) =>
    [...new Set(all.map(({ levels }) => levels[attribute]))].indexOf(level),
  )
}

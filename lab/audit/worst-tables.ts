// Which neighbouring tables are hardest on an algorithm: those known by hand, and a search over the number of arms, the place of
// the record and the rewards around it. A weak pair of tables never makes an audit wrong, only blunt.

import type { Algorithm } from "@armistice/core"
import { normalTailQuantile } from "@armistice/core/numerics"
import { copyState } from "./copy-state.ts"
import { type NeighbourTables, rewardIn } from "./neighbour-tables.ts"
import type { NotingRandom } from "./noting-random.ts"
import { quietStart } from "./quiet-start.ts"
import type { Box, Rows } from "./reject-rule.ts"
import type { ReleaseView } from "./release-view.ts"

/**
 * By hand. Draws: the initial pull of an arm (the least of company in its mean) among so many arms that always pay that it is
 * not pulled again before its draws are used up. Values: the first reward. Arms only: two arms that pay the same, so that one
 * reward decides which looks better.
 */
export function tablesByHand(box: Box, view: ReleaseView | null, horizon: number): NeighbourTables {
  if (box === "black") return { armCount: 2, records: [1], own: 0.5, others: 0.5 }
  if (view?.kind === "draws")
    return { armCount: Math.min(200, largestArmCount(horizon)), records: [1], own: 0, others: 1 }
  return { armCount: 2, records: [1], own: 0, others: 1 }
}

/** Rounds to spare for what follows the initial pulls. */
const largestArmCount = (horizon: number): number => Math.max(2, Math.min(1e6, Math.floor(horizon / 2)))

export function candidateTables(box: Box, algorithm: Algorithm, view: ReleaseView | null): NeighbourTables[] {
  const { horizon: given } = algorithm.parameters
  const horizon = typeof given === "number" ? given : Number.POSITIVE_INFINITY
  const counts = box === "white" && view?.kind === "draws" ? [2, 5, 20, 100, 200, 300] : [2, 3]
  const rewards = box === "white" ? [0, 1] : [0, 0.5, 1]
  const list = [tablesByHand(box, view, horizon)]
  for (const armCount of new Set(counts.map((count) => Math.min(count, largestArmCount(horizon)))))
    for (const record of recordPlaces(algorithm, armCount, horizon))
      for (const own of rewards) for (const others of rewards) list.push({ armCount, records: [record], own, others })
  return list
}

/** The first round; the last pull of the first release's block; the first round after; and one a few pulls into what follows. */
function recordPlaces(algorithm: Algorithm, armCount: number, horizon: number): number[] {
  const quiet = quietRounds(algorithm, armCount, Math.min(horizon, 1e5))
  const places = [1, quiet.length + 1, quiet.lastIndexOf(0) + 1, armCount + 1, quiet.length + armCount + 3]
  return [...new Set(places)].filter((round) => round >= 1 && round < horizon)
}

/** The arms of the rounds before chance comes in, the same whatever the rewards are. */
export function quietRounds(algorithm: Algorithm, armCount: number, most: number): number[] {
  const tables = { armCount, records: [1], own: 0, others: 1 }
  const begin = { state: algorithm.start(armCount), arms: [] as number[] }
  return quietStart(begin, copyState, ({ state, arms }, random: NotingRandom) => {
    const arm = algorithm.choose(state, random)
    arms.push(arm)
    algorithm.observe(state, arm, rewardIn(tables, 0, arms.length, arm), random)
    return arms.length < most
  }).arms
}

/** The eta of the total variation that the log-likelihood ratios of both tables show: 1 - TV is the mean of min(1, ratio). */
export function etaOfRatios(first: Rows, second: Rows): number {
  let overlap = 0
  for (const row of first) overlap += Math.min(1, Math.exp(row[0])) / (2 * first.length)
  for (const row of second) overlap += Math.min(1, Math.exp(-row[0])) / (2 * second.length)
  return overlap >= 1 ? 0 : 2 * normalTailQuantile(Math.max(overlap, 1e-12) / 2)
}

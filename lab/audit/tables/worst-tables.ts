// The hardest neighbouring tables for an algorithm: those known by hand, and candidates for a
// search. A weak pair makes an audit less sharp, never wrong.

import { type Algorithm, seededRandom } from "@armistice/core"
import { normalTailQuantile } from "@armistice/core/numerics"
import { NotingRandom } from "../boxes/noting-random.ts"
import { isDrawing, type ReleaseView } from "../boxes/release-view.ts"
import type { Box, Rows } from "../classifiers/classifier.ts"
import type { NeighbourTables } from "./neighbour-tables.ts"
import { mostQuietRounds } from "./quiet-start.ts"

/**
 * Hand-made tables. Draws: the initial pull of an arm, alone in its mean, among so many arms that
 * always pay that it is not pulled again before its draws are used up. Values: the first reward.
 * Arms only: two arms that pay the same, so that one reward decides which looks better.
 */
export function chooseTablesByHand(box: Box, algorithm: Algorithm, view: ReleaseView | null): NeighbourTables {
  if (box === "black") return { armCount: 2, records: [1], own: 0.5, others: 0.5 }
  if (isDrawing(view))
    return { armCount: Math.min(200, findLargestArmCount(algorithm)), records: [1], own: 0, others: 1 }
  return { armCount: 2, records: [1], ...paying(view) }
}

/** Where a record goes on being released its arm must be pulled on, else other arms. */
export const paying = (view: ReleaseView | null): Pick<NeighbourTables, "own" | "others"> =>
  view?.kind === "transcript" && view.carriesOn !== undefined ? { own: 1, others: 0 } : { own: 0, others: 1 }

/** Arms of attacks on draws that need not be the hardest. */
export const fewArms = 20

/** Half the rounds are left for what follows the initial pulls. */
export function findLargestArmCount({ parameters: { horizon, prePulls } }: Algorithm): number {
  if (typeof horizon !== "number") return 1e6
  return Math.max(2, Math.floor(horizon / (2 * Math.max(1, Number(prePulls ?? 1)))))
}

export function listCandidateTables(box: Box, algorithm: Algorithm, view: ReleaseView | null): NeighbourTables[] {
  const { horizon: given } = algorithm.parameters
  const horizon = typeof given === "number" ? given : Number.POSITIVE_INFINITY
  const counts = box === "white" && isDrawing(view) ? [2, 5, 20, 100, 200, 300] : [2, 3]
  const rewards = box === "white" ? [0, 1] : [0, 0.5, 1]
  const list = [chooseTablesByHand(box, algorithm, view)]
  for (const armCount of new Set(counts.map((count) => Math.min(count, findLargestArmCount(algorithm)))))
    for (const record of recordPlaces(algorithm, armCount, horizon))
      for (const own of rewards) for (const others of rewards) list.push({ armCount, records: [record], own, others })
  return list
}

/** The first round, the last one of the first release, the next one, and one a few pulls later. */
function recordPlaces(algorithm: Algorithm, armCount: number, horizon: number): number[] {
  const { arms } = quietRounds(algorithm, armCount)
  if (arms.length >= Math.min(horizon, mostQuietRounds)) return [1, armCount + 1]
  const places = [1, arms.length + 1, arms.lastIndexOf(0) + 1, armCount + 1, arms.length + armCount + 3]
  return [...new Set(places)].filter((round) => round >= 1 && round < horizon)
}

/**
 * The arms of the rounds before randomness enters, which rewards cannot change, and the arm of the
 * round in which it enters with the reward.
 */
export function quietRounds(algorithm: Algorithm, armCount: number): { arms: number[]; last: number | null } {
  const { horizon } = algorithm.parameters
  const most = Math.min(mostQuietRounds, typeof horizon === "number" ? horizon : mostQuietRounds)
  const random = new NotingRandom(seededRandom(0))
  const state = algorithm.start(armCount)
  const arms: number[] = []
  while (arms.length < most) {
    const arm = algorithm.choose(state, random)
    if (random.isUsed) return { arms, last: null }
    algorithm.observe(state, arm, arm === 0 ? 0 : 1, random)
    if (random.isUsed) return { arms, last: arm }
    arms.push(arm)
  }
  return { arms, last: null }
}

/** The eta of the total variation TV of the two tables: 1 - TV is the mean of min(1, ratio). */
export function estimateEtaFromRatios(first: Rows, second: Rows): number {
  let overlap = 0
  for (const row of first) overlap += Math.min(1, Math.exp(row[0])) / (2 * first.length)
  for (const row of second) overlap += Math.min(1, Math.exp(-row[0])) / (2 * second.length)
  return overlap >= 1 ? 0 : 2 * normalTailQuantile(Math.max(overlap, 1e-12) / 2)
}

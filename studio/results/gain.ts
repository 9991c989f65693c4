// The gain of adapting over an even split of the same people, from the service's figures. The lower
// limit uses the ends of the differences' intervals, which hold for all options at once.

import { compareBest, countGroupPeople } from "./ranking.ts"
import type { Group } from "./results-types.ts"

export interface Gain {
  /** In the reward's units, summed over people. */
  readonly gained: number
  /** A lower limit at the level of the results. */
  readonly atLeast: number
  /** Mean answers: with an even split, as it ran, and with the leader for everyone. */
  readonly even: number
  readonly ran: number
  readonly best: number
}

/** `null` while an option has no figure. */
export function computeGain(group: Group): Gain | null {
  const comparison = compareBest(group)
  const people = countGroupPeople(group)
  if (comparison === null || comparison.leader.mean === null || people === 0) return null
  const best = comparison.leader.mean
  const share = people / group.arms.length
  const differences = new Map(group.differences.map((one) => [one.arm, one]))
  let [gained, atLeast] = [0, 0]
  for (const { arm, decisions } of group.arms) {
    if (arm === comparison.leader.arm) continue
    const against = differences.get(arm)
    if (against === undefined || against.difference === null || against.low === null || against.high === null)
      return null
    // Each person short of an even share got the leader's mean instead of this option's.
    const spared = share - decisions
    gained += spared * against.difference
    atLeast += spared * (spared > 0 ? against.low : against.high)
  }
  const lost = (weight: (decisions: number) => number): number =>
    group.arms.reduce(
      (sum, { arm, decisions }) => sum + weight(decisions) * (differences.get(arm)?.difference ?? 0),
      0,
    ) / people
  return { gained, atLeast, even: best - lost(() => share), ran: best - lost((decisions) => decisions), best }
}

// The cost of an experiment so far: answers lost because people were given other options than the
// leader. It is computed from public figures alone.

import { countGroupPeople } from "./ranking.ts"
import type { Group } from "./results-types.ts"

/** In the reward's units, summed over people. */
export interface Amount {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Cost {
  readonly ran: Amount
  /** The same people, split evenly between the options. */
  readonly even: Amount
}

/** `null` while an option has no figure. */
export function findCost(group: Group): Cost | null {
  const people = countGroupPeople(group)
  if (group.leader === null || people === 0) return null
  const differences = new Map(group.differences.map((one) => [one.arm, one]))
  const share = people / group.arms.length
  const ran = { value: 0, low: 0, high: 0 }
  const even = { value: 0, low: 0, high: 0 }
  for (const { arm, decisions } of group.arms) {
    if (arm === group.leader) continue
    const { difference = null, low = null, high = null } = differences.get(arm) ?? {}
    if (difference === null || low === null || high === null) return null
    for (const [sum, count] of [
      [ran, decisions],
      [even, share],
    ] as const) {
      // An option that may be better than the leader costs nothing.
      sum.value += count * Math.max(0, difference)
      sum.low += count * Math.max(0, low)
      sum.high += count * Math.max(0, high)
    }
  }
  return { ran, even }
}

/** The part of a cost that a simulation attributes to privacy; its interval scales with it. */
export function scalePrivacyCost({ value, low, high }: Amount, simulated: number): Amount {
  const part = value > 0 ? Math.min(1, Math.max(0, simulated / value)) : 0
  return { value: part * value, low: part * low, high: part * high }
}

// The createComparison of arms in GDP-IMED: one of its two filters, the largest mean in it, and an upper
// bound on that mean (gdp-imed.md).

import { computeFilterNoise, type ResidualFilter } from "../parts/residual-filter.ts"
import { computeSilenceShare, computeWorth, type GdpImedState } from "./gdp-imed-state.ts"

/**
 * The variance of the best arm's rewards below which the filter for rewards that hardly vary is
 * used.
 */
const NARROW = 1 / 64

/**
 * The createComparison of arms: the filter for rewards that vary as the best arm's do, the largest worth
 * in it, and an upper bound on it.
 */
export interface Compared {
  readonly filter: ResidualFilter
  readonly best: number
  readonly highest: number
}

/**
 * Compares arms by means of at most `ceiling`; the best may be `raise` standard deviations of its
 * noise higher than it seems.
 */
export function createComparison(ceiling: number, raise: number) {
  return (state: GdpImedState, excluded: ReadonlySet<number> | undefined): Compared => {
    const [wide, narrow] = state.filters
    let filter = wide
    let arm = findBestArm(state, wide, excluded)
    const worth = arm < 0 ? 0 : computeWorth(state, wide, arm)
    if (worth * (1 - worth) < NARROW) {
      filter = narrow
      arm = findBestArm(state, narrow, excluded)
    }
    const best = Math.min(arm < 0 ? 0 : computeWorth(state, filter, arm), ceiling)
    const higher =
      raise === 0 || arm < 0
        ? best
        : best + raise * computeSilenceShare(state, arm) * Math.sqrt(computeFilterNoise(filter, arm))
    return { filter, best, highest: Math.min(higher, ceiling) }
  }
}

/** The arm with the largest worth, -1 if none is above 0. */
function findBestArm(state: GdpImedState, filter: ResidualFilter, excluded: ReadonlySet<number> | undefined): number {
  const { count } = state
  let best = -1
  let largest = 0
  for (let arm = 0; arm < count.length; arm++) {
    if (count[arm] === 0 || excluded?.has(arm) === true) continue
    const worth = computeWorth(state, filter, arm)
    if (worth > largest) {
      best = arm
      largest = worth
    }
  }
  return best
}

// Compares the arms of GDP-IMED: one of its two filters, the largest mean in it, and an upper
// bound on that mean (gdp-imed.md).

import { computeFilterNoise, type ResidualFilter } from "../parts/residual-filter.ts"
import { computeSilenceShare, computeWorth, type GdpImedState } from "./gdp-imed-state.ts"

/** Below this variance of the best arm's rewards the filter for steady rewards is used. */
const NARROW = 1 / 64

/** The filter in use, the largest worth of an arm in it, and an upper bound on that worth. */
export interface Compared {
  readonly filter: ResidualFilter
  readonly best: number
  readonly highest: number
}

/** Means count up to `ceiling`; the best may be `raise` deviations of its noise higher. */
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

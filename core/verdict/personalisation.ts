// Whether giving each group its own arm is better than one arm for everyone, and by how much: an
// interval that holds at all looks and for every policy (docs/theory.md, section 8). It comes from
// intervals of cells, never from the posterior, which covered 13 % where effects do not add up.

import type { Cell } from "./context-cells.ts"
import type { ContextErrors } from "./context-errors.ts"

/** The conclusion about personalising in one word. */
export type PersonalisationState = "too_early" | "helps" | "does_not_help_by_more_than" | "same_for_all"

/** Whether personalising helps. */
export interface Personalisation {
  readonly state: PersonalisationState
  /**
   * The policy's gain over the best single arm, for the shares of groups so far, in the reward's
   * units. `high` holds for every policy. Null while some arm has no release.
   */
  readonly value: { readonly low: number; readonly high: number } | null
  /** The arm that seems best for everyone; null while some arm has no release. */
  readonly best: number | null
  /** The arm that each group is given by what is known; empty while some arm has no release. */
  readonly policy: readonly number[]
}

/** The value of giving group g the arm policy[g]. `arms`: those that are not stopped. */
export function judgePersonalisation(
  cells: readonly (readonly Cell[])[],
  policy: readonly number[],
  setting: {
    readonly shares: readonly number[]
    readonly arms: readonly number[]
    readonly errors: ContextErrors
    readonly range: number
    readonly worthwhile: number
  },
): Personalisation {
  const { shares, arms, errors, range, worthwhile } = setting
  const { policy: error, looks } = errors
  if (policy.length === 0) return { state: "too_early", value: null, best: null, policy }
  const low = (group: number, arm: number): number => cells[group][arm].low(error.low, looks)
  const high = (group: number, arm: number): number => cells[group][arm].high(error.high, looks)
  const average = (gain: (group: number) => number): number =>
    shares.reduce((sum, share, group) => sum + share * gain(group), 0)
  // In a group where the policy gives the single arm, the two do not differ.
  const gain = (group: number, single: number): number =>
    policy[group] === single ? 0 : low(group, policy[group]) - high(group, single)
  const mostGain = (group: number, single: number): number =>
    Math.max(0, ...arms.map((arm) => (arm === single ? 0 : high(group, arm) - low(group, single))))
  const least = Math.min(...arms.map((single) => average((group) => gain(group, single))))
  const most = Math.min(...arms.map((single) => average((group) => mostGain(group, single))))
  const value = { low: range * least, high: range * Math.max(least, most) }
  const mean = (single: number): number => average((group) => cells[group][single].mean ?? 0.5)
  const isOne = policy.every((arm) => arm === policy[0])
  const best = isOne ? policy[0] : arms.reduce((found, arm) => (mean(arm) > mean(found) ? arm : found), arms[0])
  const state = (): PersonalisationState => {
    if (value.low > 0) return "helps"
    if (isOne) return "same_for_all"
    return value.high < worthwhile ? "does_not_help_by_more_than" : "too_early"
  }
  return { state: state(), value, best, policy }
}

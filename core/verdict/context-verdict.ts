// The verdict on the releases of gdp-context: one for each group of people, their states all
// together with the stated confidence, and whether personalising helps. A function of releases and
// public counts, at all looks.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { ContextPlan } from "../context/context-plan.ts"
import { type GdpContextState, readLeader } from "../context/context-state.ts"
import { findCells, findPoint, readCellSum } from "../estimates/cell-sums.ts"
import { checkVerdictOptions } from "./check-options.ts"
import { readCell } from "./context-cells.ts"
import { shareContextErrors } from "./context-errors.ts"
import { judgeGroup } from "./group-verdict.ts"
import { findNextBest } from "./next-best.ts"
import type { VerdictDifference } from "./pair-difference.ts"
import { judgePersonalisation, type Personalisation } from "./personalisation.ts"
import type { Stops } from "./stop-error.ts"
import type { Verdict, VerdictArm, VerdictOptions } from "./verdict.ts"

/** The units, the least difference and the confidence of verdicts on groups. */
export interface ContextVerdictOptions
  extends Pick<VerdictOptions, "reward" | "worthwhile" | "confidence" | "armCount" | "out" | "control" | "planned"> {
  /** How many arms there were at first; left out with `armCount`: any may have been added. */
  readonly initialArms?: number
  /** Stops of arms so far; each may have looked at rewards that are not released. */
  readonly stops?: Pick<Stops, "count">
  /**
   * Compare what a decision is worth, silence included: public counts of decisions whose windows
   * are over, by group and arm; `missing` in the reward's units. Left out: the means of what
   * joined.
   */
  readonly silence?: {
    readonly missing: number
    readonly decided: readonly (readonly number[])[]
    readonly answered: readonly (readonly number[])[]
  }
}

/** An arm's figures in one group. */
export interface GroupArm extends VerdictArm {
  /** People of the group who were given this arm. */
  readonly decisions: number
}

/** The verdict about one group of people. */
export interface GroupVerdict {
  readonly name: string
  readonly levels: readonly string[]
  /** Its share of all decisions so far. */
  readonly share: number
  /** `lead` is the difference to the next best arm; null where there is none. */
  readonly verdict: Verdict & { readonly lead: VerdictDifference | null }
  readonly arms: readonly GroupArm[]
}

/** The verdicts of all groups, and whether personalising helps. */
export interface ContextVerdict {
  readonly groups: readonly GroupVerdict[]
  readonly personalisation: Personalisation
}

/**
 * The verdicts of groups; null for algorithms that release no groups.
 *
 * @example
 * const judged = judgeContext(algorithm, state, { reward: { min: 0, max: 1 }, worthwhile: 0.02 })
 * if (judged?.personalisation.state === "helps") console.log(judged.personalisation.policy)
 */
export function judgeContext(
  algorithm: Algorithm,
  given: AlgorithmState,
  options: ContextVerdictOptions,
): ContextVerdict | null {
  const found = findCells(algorithm, given)
  if (found === null) return null
  const { plan, state } = found
  const { reward, worthwhile, confidence = 0.95, out = new Set<number>(), stops, silence } = options
  const range = checkVerdictOptions(options, confidence)
  const { eta, horizon } = algorithm.parameters as { eta: number; horizon: number }
  const groups = plan.groups ?? []
  const armCount = Math.max(options.armCount ?? 0, state.decided.length)
  const initialArms = options.initialArms ?? (options.armCount === undefined ? armCount : 1)
  const error = 1 - confidence
  const errors = shareContextErrors(error, groups.length, armCount, { stops, initialArms })
  const arms = [...state.decided.keys()]
  const missing = silence === undefined ? 0 : (silence.missing - reward.min) / range
  const cells = groups.map((_, group) =>
    arms.map((arm) => {
      const sum = readCellSum(found, { eta, most: options.planned ?? horizon }, group, arm)
      const counts =
        silence === undefined
          ? null
          : { missing, decided: silence.decided[group][arm], answered: silence.answered[group][arm] }
      return readCell(state, `${group} ${arm}`, sum, counts)
    }),
  )
  const total = Math.max(1, state.traffic.count)
  const shares = groups.map((_, group) => state.traffic.sums[group] / total)
  const setting = { reward, worthwhile, errors, error, out, control: options.control }
  const running = arms.filter((arm) => !out.has(arm))
  return {
    groups: groups.map(({ name, levels }, group) => {
      const verdict = judgeGroup(cells[group], setting)
      const figures = verdict.arms.map((arm, place) => ({ ...arm, decisions: state.asked[place][group] }))
      return { name, levels, share: shares[group], verdict: { ...verdict, lead: findNextBest(verdict) }, arms: figures }
    }),
    personalisation: judgePersonalisation(cells, findPolicy(plan, state, out), {
      shares,
      arms: running,
      errors,
      range,
      worthwhile,
    }),
  }
}

/** The arm that the algorithm believes best in each group; empty before all arms are known. */
function findPolicy(plan: ContextPlan, state: GdpContextState, out: ReadonlySet<number>): number[] {
  const unknown = [...state.closed.keys()].filter((arm) => state.closed[arm] === 0 && !out.has(arm))
  if (!state.isReady || unknown.length > 0 || out.size === state.closed.length) return []
  const excluded = new Set([...out, ...[...state.closed.keys()].filter((arm) => state.closed[arm] === 0)])
  return (plan.groups ?? []).map((_, group) => readLeader(plan, state, findPoint(plan, group), excluded))
}

// One axis for the leads of all listed experiments, in hundredths of the range of answers. It is
// fitted to experiments with a verdict and always includes zero; wider intervals are cut off.

import { listMultiples, niceStep } from "@armistice/charts"
import { findMostUrgent, toPoints } from "./row-text.ts"
import type { ListedExperiment } from "./use-list.ts"

export interface LeadAxis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  /** Percent of the width, cut off at the ends. */
  at(points: number): number
}

const known = new Set(["clear", "guardrail", "leaning", "no_difference"])

export function createLeadAxis(rows: readonly ListedExperiment[]): LeadAxis {
  const leads = rows.flatMap((row) => {
    const { low, high, state } = findMostUrgent(row)
    if (low === null || high === null) return []
    return [{ low: toPoints(low, row.reward), high: toPoints(high, row.reward), isKnown: known.has(state) }]
  })
  const some = leads.some(({ isKnown }) => isKnown) ? leads.filter(({ isKnown }) => isKnown) : leads
  const low = Math.min(-1, ...some.map((lead) => lead.low))
  const high = Math.max(1, ...some.map((lead) => lead.high))
  const step = niceStep((high - low) / 3, [1, 2, 4, 5, 8])
  const [from, to] = [step * Math.floor(low / step), step * Math.ceil(high / step)]
  const ticks = listMultiples(from, to, step).map((tick) => Number(tick.toPrecision(6)))
  return { from, to, ticks, at: (points) => Math.max(0, Math.min(100, (100 * (points - from)) / (to - from))) }
}

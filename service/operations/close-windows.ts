// Closes the slots whose windows are over: with private arrivals all of them here, in the order of the decisions; with public ones
// those without a reward, which becomes the public constant. There is no "drop it".

import { windowMs } from "../experiment.ts"
import { stepsOfReward } from "../live/reward-lattice.ts"
import { closeMetrics } from "../metrics/outcome.ts"
import { ServiceError } from "../service-error.ts"
import type { Group } from "../transaction/group.ts"

const page = 500

/** When the next window of the experiment ends (milliseconds), as far as is known; windows that end by now are dealt with. */
export function closeWindows(group: Group, experiment: string): number {
  const live = group.live(experiment)
  const { arrivals, reward, defaultReward } = live.experiment
  if (live.status === "archived") return Number.POSITIVE_INFINITY
  const rows = group.store.rowsAfter("decisions", experiment, live.swept, page)
  for (const decision of rows) {
    // Windows end in the order of the decisions. What is due and not dealt with yet is asked for again.
    if (decision.due > group.now || group.isFull) return decision.due
    if (decision.pull !== null && !group.isObserved(experiment, decision.sequence)) {
      const given = arrivals === "private" ? group.reward(experiment, decision.sequence) : undefined
      const steps = given?.steps ?? stepsOfReward(defaultReward, reward)
      try {
        group.observe(live, decision, steps, given === undefined ? "default" : "caller")
      } catch (error) {
        // Nothing more can be released: the slot stays closed without being learned from.
        if (!(error instanceof ServiceError) || error.code !== "privacy_budget_exhausted") throw error
      }
    }
    if (decision.pull !== null) closeMetrics(group, live, decision)
    live.swept = decision.sequence
  }
  const last = rows.length === page ? rows.at(-1) : undefined
  return last?.due ?? group.now + windowMs(live.experiment)
}

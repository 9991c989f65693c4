// Arms that are surely worse than the control, and whether the experiment stops them by itself.

import type { LiveExperiment } from "../live/live-experiment.ts"

/** An arm that is surely worse than the control: in a metric, or in the reward. */
export interface SurelyWorse {
  readonly arm: number
  readonly cause: "harm" | "worse"
  readonly metric: number | null
  readonly segment: string
  /** When the release that shows it was made. */
  readonly at: number
  /** Whether the release is of this arm, in what it is worse in. */
  readonly hasNewFigure: boolean
}

/** Whether the arm is stopped. A resumed arm needs a new figure for that. */
export function stopsFor(live: LiveExperiment, found: SurelyWorse): boolean {
  const { onHarm, onWorse } = live.experiment
  const stopsArms = found.cause === "harm" ? onHarm !== "notify" : onWorse === "stop_arm"
  const isServed = live.status !== "archived" && live.purgedAt === null && !live.arms.isStopped(found.arm)
  return stopsArms && isServed && (live.arms.resumes[found.arm] === 0 || found.hasNewFigure)
}

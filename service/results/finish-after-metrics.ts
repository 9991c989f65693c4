// Finishes an experiment that was clear and waited for the metrics of its decisions.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { conclude } from "./conclude.ts"
import { finish, finishesByItself } from "./finish-when-clear.ts"

/** `waiting`: the first decision with metrics that have not joined, or infinity. */
export function finishOnceMetricsAreKnown(work: UnitOfWork, live: LiveExperiment, waiting: number): void {
  const { clearFrom } = live.passed
  if (clearFrom === null || waiting <= clearFrom || !finishesByItself(live)) return
  const { id } = live.experiment
  // Decisions of this transaction were not among those checked.
  if (work.changes.decisions.some(({ experiment, sequence }) => experiment === id && sequence <= clearFrom)) return
  // The metrics may change the verdict.
  conclude(work, live)
  if (live.passed.clearFrom === clearFrom) finish(work, live)
}

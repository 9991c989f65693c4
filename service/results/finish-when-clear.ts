// Finishes an experiment created with `stopWhen: "clear"` once every segment's verdict is clear.

import { serviceActor } from "../activity/activity.ts"
import { hasMetrics, listSegments } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { setStatus } from "../operations/set-status.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/**
 * Metrics join later than rewards. With metrics this only records since when the verdict is clear:
 * it must stay clear until the metrics of all decisions so far have joined.
 */
export function finishWhenClear(work: UnitOfWork, live: LiveExperiment): void {
  const { experiment, passed } = live
  if (!finishesByItself(live)) return
  const isClear = isClearEverywhere(live)
  if (!hasMetrics(experiment)) {
    if (isClear) finish(work, live)
  } else if (isClear !== (passed.clearFrom !== null)) {
    passed.clearFrom = isClear ? live.sequence : null
    // Only the snapshot stores `clearFrom`.
    work.addSnapshot(live)
  }
}

const isClearEverywhere = ({ experiment, currentResults }: LiveExperiment): boolean =>
  listSegments(experiment).every((segment) => currentResults.get(segment)?.state === "clear")

/** Restarts the wait if a change of arms made the verdict unclear again. */
export function resetLostClear(work: UnitOfWork, live: LiveExperiment): void {
  if (live.passed.clearFrom === null || isClearEverywhere(live)) return
  live.passed.clearFrom = null
  work.addSnapshot(live)
}

export const finishesByItself = ({ experiment, status }: LiveExperiment): boolean =>
  experiment.stopWhen === "clear" && (status === "running" || status === "paused")

export function finish(work: UnitOfWork, live: LiveExperiment): void {
  setStatus(work, live, "finished", "service")
  work.addActivity({ experiment: live.experiment.id, action: "finish", key: serviceActor })
}

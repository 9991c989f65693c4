// Finishes an experiment whose verdict is clear in every segment, where it was created with `stopWhen: "clear"`.

import { serviceActor } from "../activity/activity.ts"
import { hasMetrics, listSegments } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { setStatus } from "../operations/set-status.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** Metrics join later than rewards, so with metrics the verdict must stay clear until those of all decisions so far are known. */
export function finishWhenClear(work: UnitOfWork, live: LiveExperiment): void {
  const { experiment, passed } = live
  if (!finishesByItself(live)) return
  const isClear = isClearEverywhere(live)
  if (!hasMetrics(experiment)) {
    if (isClear) finish(work, live)
  } else if (isClear !== (passed.clearFrom !== null)) {
    passed.clearFrom = isClear ? live.sequence : null
    // Only the snapshot stores it.
    work.addSnapshot(live)
  }
}

const isClearEverywhere = ({ experiment, currentResults }: LiveExperiment): boolean =>
  listSegments(experiment).every((segment) => currentResults.get(segment)?.state === "clear")

/** After a change of arms a clear verdict may be lost, and must become clear again. */
export function reviewClear(work: UnitOfWork, live: LiveExperiment): void {
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

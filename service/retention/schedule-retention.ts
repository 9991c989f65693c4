// Notes the end of an experiment that has a retention, and when the first step is due.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { findNextStep } from "./retention.ts"

export function scheduleRetention(work: UnitOfWork, live: LiveExperiment): void {
  if (live.experiment.retention === undefined) return
  live.overAt ??= work.now
  // Only the snapshot stores it.
  work.addSnapshot(live)
  work.setRetention(live, findNextStep(live))
}

// Stops arms that are surely worse than the control.

import { serviceActor } from "../activity/activity.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { type SurelyWorse, stopsFor } from "../results/surely-worse.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { makeArmChange } from "./make-arm-change.ts"

/** Runs in the transaction of the releases. Never stops the control, so one arm always remains. */
export function stopWorse(work: UnitOfWork, live: LiveExperiment, list: readonly SurelyWorse[]): void {
  for (const found of list) {
    if (!stopsFor(live, found) || found.arm === live.control) continue
    const { arm, cause, metric, segment, at } = found
    makeArmChange(work, live, { kind: "stop", arm, cause, metric, segment }, serviceActor, at)
  }
}

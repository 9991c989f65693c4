// More decisions than planned are learned from, where the algorithm's guarantee does not depend on
// how many there are. The journal and the public ledger have it. Figures stay as they are, and
// later ones are computed for the number that was planned first: they hold beyond it.

import type { Actor } from "../activity/activity.ts"
import { takesChange } from "../live/apply-arm-change.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { longestHorizon } from "../live/reward-lattice.ts"
import { conclude } from "../results/conclude.ts"
import { reopenCurrentResults } from "../results/refresh-current-results.ts"
import { ServiceError } from "../service-error.ts"
import { recordArmChange } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { WindowsDue } from "../transaction/windows-due.ts"
import { closeWindows } from "./close-windows.ts"

export function extend(work: UnitOfWork, experiment: string, horizon: number, by: Actor): void {
  const live = work.live(experiment)
  // A refusal changes nothing.
  checkExtension(live, horizon)
  // Close due windows first: results after the extension must not depend on how busy the service
  // is.
  closeWindows(work, experiment)
  if (live.nextDue <= work.now) throw new WindowsDue()
  // A release just before may finish it.
  conclude(work, live)
  checkExtension(live, horizon)
  recordArmChange(work, live, { kind: "extend", arm: -1, horizon, cause: "person" }, by)
  live.passed.lastLearned = null
  reopenCurrentResults(work, live)
  work.addSnapshot(live)
  work.addEvent(live, "arm", JSON.stringify({ change: "extend", horizon, by: by.name, at: work.now }))
  work.addActivity({ experiment, action: "extend", key: by })
}

function checkExtension(live: LiveExperiment, horizon: number): void {
  if (live.status !== "running" && live.status !== "paused")
    throw new ServiceError(
      "invalid_transition",
      `to extend, an experiment must be running or paused; this one is ${live.status}`,
    )
  if (!takesChange(live, "extend"))
    throw new ServiceError(
      "not_extendable",
      `the guarantee of ${live.experiment.algorithm.name} holds for ${live.horizon} decisions and no more: create a copy with {"like": "${live.experiment.id}", "horizon": n}`,
    )
  if (!(horizon > live.horizon && horizon <= longestHorizon))
    throw new ServiceError(
      "invalid_parameter",
      `horizon must be above ${live.horizon} and at most ${longestHorizon}, got ${horizon}`,
    )
}

// Raises the age of a decision from which on its answer counts, where quick and slow answers may
// differ. It is never lowered: answers that joined by a later rule could then be compared with some
// that joined by an earlier one.

import type { Actor } from "../activity/activity.ts"
import { checkRipe } from "../create-experiment.ts"
import { conclude } from "../results/conclude.ts"
import { ServiceError } from "../service-error.ts"
import { recordRipe } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { WindowsDue } from "../transaction/windows-due.ts"
import { closeWindows } from "./close-windows.ts"

/** Repeating it is not an error. */
export function raiseRipe(work: UnitOfWork, experiment: string, ripeSeconds: number, by: Actor): void {
  const live = work.live(experiment)
  const { arrivals, rewardWindowSeconds, missing } = live.experiment
  if (live.status !== "running" && live.status !== "paused")
    throw new ServiceError(
      "invalid_transition",
      `to raise ripeSeconds, an experiment must be running or paused; this one is ${live.status}`,
    )
  if (arrivals === "private" && ripeSeconds > 0)
    throw new ServiceError("invalid_parameter", `ripeSeconds must be 0 with private arrivals, got ${ripeSeconds}`)
  checkRipe(ripeSeconds, rewardWindowSeconds)
  if (ripeSeconds < live.ripeSeconds)
    throw new ServiceError(
      "invalid_parameter",
      `ripeSeconds must be at least its current value, ${live.ripeSeconds}, got ${ripeSeconds}`,
    )
  if (ripeSeconds === live.ripeSeconds) return
  if (ripeSeconds === rewardWindowSeconds && missing !== "ignore" && live.learning.joinsOnArrival)
    throw new ServiceError(
      "invalid_parameter",
      `ripeSeconds must be less than the window, ${rewardWindowSeconds}: only a new experiment can let silence join at its end`,
    )
  // First close what is due, by the age that has held so far.
  closeWindows(work, experiment)
  if (live.nextDue <= work.now) throw new WindowsDue()
  conclude(work, live)
  recordRipe(work, live, ripeSeconds)
  work.addActivity({ experiment, action: "ripe", key: by })
}

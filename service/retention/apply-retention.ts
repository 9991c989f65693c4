// Archives and purges one experiment as its retention says, in one transaction. Repeating it
// changes nothing, so any replica may do it, and again after a crash.

import { serviceActor } from "../activity/activity.ts"
import { controlNow } from "../live/arm-states.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { changeStatus } from "../operations/change-status.ts"
import { purge } from "../operations/purge.ts"
import type { OpenWindow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { findNextStep, findRetentionDates } from "./retention.ts"

/** How long other replicas wait before they remove the rows themselves. */
const removalMs = 600_000

/** `open`: the decision whose open window ends last. Repeating it is not an error. */
export function applyRetention(work: UnitOfWork, experiment: string, open: OpenWindow | undefined): boolean {
  const live = work.live(experiment)
  const next = findNextStep(live)
  if (next !== null && next <= work.now) {
    // No step takes the place of an answer that may still come.
    if (live.status !== "archived" && open !== undefined && open.due > work.now) {
      work.setRetention(live, open.due)
      return false
    }
    takeSteps(work, live, open)
  }
  if (live.purgedAt === null) scheduleNextStep(work, experiment)
  else work.setRetention(live, work.now + removalMs)
  return live.purgedAt !== null
}

export function scheduleNextStep(work: UnitOfWork, experiment: string): void {
  const live = work.live(experiment)
  work.setRetention(live, findNextStep(live))
}

function takeSteps(work: UnitOfWork, live: LiveExperiment, open: OpenWindow | undefined): void {
  const { id } = live.experiment
  const { archiveAt, purgeAt } = findRetentionDates(live.experiment, live.overAt)
  const isDue = (at: number | null): boolean => at !== null && at <= work.now
  if (isDue(archiveAt) && live.status !== "archived") changeStatus(work, id, "archive", serviceActor)
  if (!isDue(purgeAt) || live.purgedAt !== null) return
  if (live.status === "running" || live.status === "paused") finishAsServed(work, live)
  purge(work, id, open, serviceActor)
}

/** After its end date everyone gets the control, and still does once it is finished. */
function finishAsServed(work: UnitOfWork, live: LiveExperiment): void {
  const control = controlNow(live.experiment, live.arms)
  const served = control < 0 ? {} : { arm: live.armName(control) }
  changeStatus(work, live.experiment.id, "finish", serviceActor, { ...served, everyone: true })
}

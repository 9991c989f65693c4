// Lets an experiment learn again after a restore. The request names what one subject can lose by
// now, and the journal keeps that.

import type { Actor } from "../activity/activity.ts"
import { subjectEta } from "../live/subject-loss.ts"
import { ServiceError } from "../service-error.ts"
import { recordAcceptance } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export function acceptRestore(work: UnitOfWork, experiment: string, eta: number, key: string, by: Actor): void {
  const live = work.live(experiment)
  if (live.status === "archived")
    throw new ServiceError("invalid_transition", "an archived experiment cannot learn again")
  if (live.experiment.population !== undefined)
    throw new ServiceError(
      "restore_not_accepted",
      "the experiment is in a population: accept the restore for the population",
    )
  const needed = subjectEta(live)
  if (needed === null)
    throw new ServiceError(
      "restore_not_accepted",
      "the experiment counts no subjects, so there is no restore to accept",
    )
  if (eta !== needed)
    throw new ServiceError(
      "restore_not_accepted",
      `subjectEta must be ${needed}, which a subject can lose by now (restores: ${live.restored}), got ${eta}`,
      { subjectEta: needed },
    )
  // Repeating it is not an error.
  if (live.accepted === live.restores) return
  recordAcceptance(work, live, eta, key)
  work.addActivity({ experiment, action: "accept-restore", key: by })
}

/** For an experiment whose population's restores were accepted. */
export function acceptAsMember(work: UnitOfWork, experiment: string, key: string, by: Actor): void {
  const live = work.live(experiment)
  const eta = subjectEta(live)
  if (live.status === "archived" || eta === null || live.accepted === live.restores) return
  recordAcceptance(work, live, eta, key)
  work.addActivity({ experiment, action: "accept-restore", key: by })
}

// Removes the link between a subject and its decisions; releases stay. The hash of a counted
// subject stays, marked as used up: otherwise the subject could contribute again beyond its cap.

import type { Actor } from "../activity/activity.ts"
import { getSubjectCap } from "../experiment.ts"
import { createSubject } from "../transaction/row-overlays.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** `subject` is the keyed hash. */
export function eraseSubject(work: UnitOfWork, experiment: string, subject: string, by: Actor): void {
  const live = work.live(experiment)
  // The entry does not reveal whether the subject was known.
  work.addActivity({ experiment, action: "erase", key: by })
  // A purge has already removed all subjects.
  if (live.purgedAt !== null && live.status === "archived") return
  work.addErased(live, subject)
  const cap = getSubjectCap(live.experiment)
  if (cap !== null) work.putSubject(live, { ...createSubject(experiment, subject), learned: cap })
}

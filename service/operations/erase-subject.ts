// Removes the link between a subject and its decisions. What was released stays released. Of a counted subject a hash stays, marked
// as used up, or it could contribute again beyond its cap.

import type { Actor } from "../activity/activity.ts"
import { getSubjectCap } from "../experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** `subject` is hashed. */
export function eraseSubject(work: UnitOfWork, experiment: string, subject: string, by: Actor): void {
  const live = work.live(experiment)
  // Whether anyone was found is not in it.
  work.addActivity({ experiment, action: "erase", key: by })
  // After a purge nothing of any subject is left, and nobody is counted any more.
  if (live.purgedAt !== null && live.status === "archived") return
  work.addErased(live, subject)
  const cap = getSubjectCap(live.experiment)
  if (cap !== null) work.putSubject(live, { experiment, subject, learned: cap, arm: null, since: null })
}

// Removes the link between a subject and its decisions. What was released stays released. Of a counted subject a hash stays, marked
// as used up, or it could contribute again beyond its cap.

import type { Actor } from "../activity/activity.ts"
import { capOf } from "../experiment.ts"
import type { Group } from "../transaction/group.ts"

/** `subject` is hashed. */
export function eraseSubject(group: Group, experiment: string, subject: string, by: Actor): void {
  const live = group.live(experiment)
  // Whether anyone was found is not in it.
  group.addActivity({ experiment, action: "erase", key: by })
  // After a purge nothing of any subject is left, and nobody is counted any more.
  if (live.purgedAt !== null && live.status === "archived") return
  group.addErased(live, subject)
  const cap = capOf(live.experiment)
  if (cap !== null) group.addSubject(live, { experiment, subject, learned: cap, arm: null, since: null })
}

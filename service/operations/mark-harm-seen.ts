// Acknowledges the harm found so far, so that lists show the experiment in its usual place again.
// Repeating it is not an error.

import type { Actor } from "../activity/activity.ts"
import { conclude } from "../results/conclude.ts"
import { recordHarm } from "../transaction/record-attention.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export function markHarmSeen(work: UnitOfWork, experiment: string, by: Actor): void {
  const live = work.live(experiment)
  // A release just before this may show more harm.
  conclude(work, live)
  if (live.harm.isSeen) return
  recordHarm(work, live, { ...live.harm, isSeen: true })
  work.addActivity({ experiment, action: "harm-seen", key: by })
}

// Someone in charge has seen the harm that was found so far: lists show the experiment in its usual place again. Repeating it is not an error.

import type { Actor } from "../activity/activity.ts"
import type { Group } from "../transaction/group.ts"

export function markHarmSeen(group: Group, experiment: string, by: Actor): void {
  const live = group.live(experiment)
  // A release just before may show more.
  group.conclude(live)
  if (live.harm.isSeen) return
  group.noteHarm(live, { ...live.harm, isSeen: true })
  group.addActivity({ experiment, action: "harm-seen", key: by })
}

// Removes what an experiment that is over keeps in private: rewards, observations, noise, salts, open sums, what residual releases carry on,
// and the subjects of decisions. What was public stays, and the chain ends with an entry that says so.

import type { Actor } from "../activity/activity.ts"
import { ServiceError } from "../service-error.ts"
import type { Group } from "../transaction/group.ts"

/** `lastDue`: when the last window of a decision that is learned from ends; null: there is none. Repeating it is not an error. */
export function purge(group: Group, experiment: string, lastDue: number | null, by: Actor): void {
  const live = group.live(experiment)
  checkOver(live.status)
  if (live.purgedAt !== null) return
  if (lastDue !== null && lastDue > group.now)
    throw new ServiceError(
      "rewards_open",
      `windows of all decisions must be over before rewards are removed, got one that ends at ${new Date(lastDue).toISOString()}`,
    )
  group.addPurge(live)
  group.addActivity({ experiment, action: "purge", key: by })
}

/** Once it is over, no decision is learned from any more. */
export function checkOver(status: string): void {
  if (status === "finished" || status === "archived") return
  throw new ServiceError(
    "invalid_transition",
    `to purge, an experiment must be finished or archived; this one is ${status}`,
  )
}

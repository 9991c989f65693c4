// Removes what an experiment that is over keeps in private: rewards, observations, noise, salts,
// open sums, what residual releases carry on, and the subjects of decisions. The public part stays,
// and the chain ends with an entry that says so.

import { type Actor, serviceActor } from "../activity/activity.ts"
import { formatTime } from "../format-time.ts"
import { conclude } from "../results/conclude.ts"
import { ServiceError } from "../service-error.ts"
import type { OpenWindow } from "../store/rows.ts"
import { recordPurge } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** `open`: the decision whose open window ends last. Repeating it is not an error. */
export function purge(work: UnitOfWork, experiment: string, open: OpenWindow | undefined, by: Actor): void {
  const live = work.live(experiment)
  checkOver(live.status)
  if (live.purgedAt !== null) return
  // Once it is archived no answer counts any more, so no window is open.
  if (live.status === "finished" && open !== undefined && open.due > work.now)
    throw new ServiceError(
      "rewards_open",
      `decision ${open.id} may be answered until ${formatTime(open.due)}: purge after that, or archive the experiment first`,
    )
  conclude(work, live)
  recordPurge(work, live)
  work.addMessage("experiment.purged", { by: by === serviceActor ? "service" : "person" }, live)
  work.addActivity({ experiment, action: "purge", key: by })
}

/** Once it is over, no decision is learned from any more. */
export function checkOver(status: string): void {
  if (status === "finished" || status === "archived") return
  throw new ServiceError(
    "invalid_transition",
    `to purge, an experiment must be finished or archived; this one is ${status}`,
  )
}

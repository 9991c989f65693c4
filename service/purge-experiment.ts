// Removes the rewards of an experiment that is over: first every window that is due is closed, then
// the rows go, then what files still have.

import type { Actor } from "./activity/activity.ts"
import { checkOver, purge } from "./operations/purge.ts"
import { isStoreError } from "./service-error.ts"
import type { ServiceParts } from "./service-parts.ts"
import type { Store } from "./store/store.ts"

/** Finishes the purges of a process that ended too soon. */
export async function finishPurges(store: Store): Promise<void> {
  for (const experiment of await store.unfinishedPurges())
    try {
      await store.finishPurge(experiment)
    } catch (error) {
      // A repeated purge tries again; the start need not wait for that.
      if (!isStoreError(error)) throw error
    }
}

export async function purgeExperiment(
  { store, transactions, queues, windows }: ServiceParts,
  experiment: string,
  by: Actor,
): Promise<void> {
  const live = await transactions.live(experiment)
  if (live.purgedAt === null) {
    // From here on no decision can come that is learned from, so the last window is known.
    checkOver(live.status)
    await windows.closeUntilNow(experiment)
    const { swept, experiment: definition } = await transactions.live(experiment)
    const open = await store.lastOpen(experiment, swept, definition.metrics?.length ?? 0)
    await queues.submit({ experiment, run: (work) => purge(work, experiment, open, by) })
  }
  await store.finishPurge(experiment)
}

// Removes the rewards of an experiment that is over: first every window that is due is closed, then
// the rows go, then what files still have.

import type { Actor } from "./activity/activity.ts"
import { checkOver, purge } from "./operations/purge.ts"
import { isStoreError } from "./service-error.ts"
import type { ExperimentReads, RowReads, StoreUpkeep } from "./store/store.ts"
import type { CommandQueues } from "./transaction/command-queues.ts"
import type { DueWindows } from "./transaction/due-windows.ts"
import type { Transactions } from "./transaction/transaction.ts"

export interface PurgeParts {
  readonly store: ExperimentReads & RowReads & StoreUpkeep
  readonly transactions: Transactions
  readonly queues: CommandQueues
  readonly windows: DueWindows
}

/** Finishes the purges of a process that ended too soon. */
export async function finishPurges(store: ExperimentReads & StoreUpkeep): Promise<void> {
  for (const experiment of await store.unfinishedPurges())
    try {
      await store.finishPurge(experiment)
    } catch (error) {
      // A repeated purge tries again; the start need not wait for that.
      if (!isStoreError(error)) throw error
    }
}

export async function purgeExperiment(
  { store, transactions, queues, windows }: PurgeParts,
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

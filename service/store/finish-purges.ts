// Finishes the purges of a process that ended too soon.

import { isStoreError } from "../service-error.ts"
import type { ExperimentReads, StoreUpkeep } from "./store.ts"

export async function finishPurges(store: ExperimentReads & StoreUpkeep): Promise<void> {
  for (const experiment of await store.unfinishedPurges())
    try {
      await store.finishPurge(experiment)
    } catch (error) {
      // A repeated purge tries again; the start need not wait for that.
      if (!isStoreError(error)) throw error
    }
}

// Properties of a store that say what is still to be done with it.

import { ServiceError } from "../service-error.ts"
import type { CopyReads, StoreUpkeep } from "./store.ts"

/** When the journal of an archived experiment was taken out of the store. */
export const journalTaken = (experiment: string): string => `journal taken:${experiment}`

/** Rows or bytes of a purge are still to be removed; gone once nothing is left. */
export const unfinishedPurge = (experiment: string): string => `${purging}${experiment}`

const purging = "purging "

/** For LIKE. */
export const anyUnfinishedPurge = `${purging}%`

/** The experiments that such properties name. */
export const parsePurges = (names: readonly string[]): string[] => names.map((name) => name.slice(purging.length))

/** Another store is being copied into it. */
export const incomplete = "incomplete"

/** Refuses a store that must not be served before all of it is there. */
export async function checkComplete(store: CopyReads & StoreUpkeep): Promise<void> {
  const since = await store.property(incomplete)
  if (since !== null)
    throw new ServiceError(
      "store_unavailable",
      `the store ${store.path} is an incomplete copy, begun at ${since}: copy into another, empty store`,
    )
}

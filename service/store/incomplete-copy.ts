// A store into which another one is being copied must not be served before all of it is there.

import { ServiceError } from "../service-error.ts"
import type { CopyReads, StoreUpkeep } from "./store.ts"

/** The property that says so. */
export const incomplete = "incomplete"

export async function checkComplete(store: CopyReads & StoreUpkeep): Promise<void> {
  const since = await store.property(incomplete)
  if (since !== null)
    throw new ServiceError(
      "store_unavailable",
      `the store ${store.path} is an incomplete copy, begun at ${since}: copy into another, empty store`,
    )
}

// Changes the keys of a store of either kind, for the command.

import type { KeyStore } from "../keys/key.ts"
import { withStore } from "./with-store.ts"

/**
 * Opens the store at `place`, hands its keys to `work` and writes the changes in one transaction.
 *
 * @example
 * const { token } = await editKeys("armistice.db", (keys) => createKey(keys, { name: "shop", role:
 * "decide" }))
 */
export function editKeys<Result>(place: string, work: (keys: KeyStore) => Result): Promise<Result> {
  return withStore(place, (store) => store.changeKeys(work))
}

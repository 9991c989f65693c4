// The results of a store of either kind, for the command.

import { readResultsView } from "../http/results-view.ts"
import type { Results } from "../http/schemas/results.ts"
import { isSqlite } from "../ledger/verify-file.ts"
import { ServiceError } from "../service-error.ts"
import { isPostgresUrl } from "../store/postgres/postgres-store.ts"
import { allExperiments } from "../store/read-pages.ts"
import { unknownExperiment } from "../unknown.ts"
import { withReadableStore } from "./with-store.ts"

interface StoredResults extends Results {
  readonly experiment: string
  readonly name: string
}

/** Reads the current results of every experiment of a store, or of one of them. */
export async function readResults(place: string, experiment?: string): Promise<StoredResults[]> {
  if (!isPostgresUrl(place) && !isSqlite(place))
    throw new ServiceError("store_unavailable", `${place} is not a store, and only a store has results`)
  return withReadableStore(place, async (store) => {
    const transactions = store.transactions({})
    const list: StoredResults[] = []
    for await (const { experiment: one, metadata } of allExperiments(store)) {
      const { id, name } = { ...one, ...metadata }
      if (experiment === undefined || experiment === id)
        list.push({ experiment: id, name, ...(await readResultsView(store, await transactions.live(id), Date.now())) })
    }
    if (experiment !== undefined && list.length === 0) throw unknownExperiment(experiment)
    return list
  })
}

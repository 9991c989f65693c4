// Results of a store, for the command: each experiment as it is now, or one of them.

import type { Results } from "../http/schemas/results.ts"
import { isSqlite } from "../ledger/verify-file.ts"
import { ServiceError } from "../service-error.ts"
import { allExperiments } from "../store/copy-rows.ts"
import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { unknownExperiment } from "../unknown.ts"
import { resultsView } from "./results-view.ts"

export interface StoredResults extends Results {
  readonly experiment: string
  readonly name: string
}

export async function readResults(place: string, experiment?: string): Promise<StoredResults[]> {
  const store = await open(place)
  try {
    const transactions = store.transactions({})
    const list: StoredResults[] = []
    for await (const { experiment: one, metadata } of allExperiments(store)) {
      const { id, name } = { ...one, ...metadata }
      if (experiment === undefined || experiment === id)
        list.push({ experiment: id, name, ...(await resultsView(store, await transactions.live(id), Date.now())) })
    }
    if (experiment !== undefined && list.length === 0) throw unknownExperiment(experiment)
    return list
  } finally {
    await store.close()
  }
}

async function open(place: string) {
  if (isPostgresUrl(place))
    return openPostgresStore(place, { connections: 2, statementTimeoutMs: 60_000, mayBeFrozen: true })
  if (isSqlite(place)) return openSqliteStore(place, { readOnly: true })
  throw new ServiceError("store_unavailable", `results must be read from a store, got ${place}, which is none`)
}

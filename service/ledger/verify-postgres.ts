// Verifies a Postgres store: each experiment is read as it was at one instant into a small store of
// its own, and verified there.

import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { runInSmallStore } from "../store/postgres/run-in-small-store.ts"
import { allExperiments } from "../store/read-pages.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { journalTaken } from "../store/store-properties.ts"
import { unknownExperiment } from "../unknown.ts"
import { listLedgerTerms, publicEntry } from "./ledger-entry.ts"
import type { OnVerified } from "./verify-file.ts"
import { type Verdict, verifyPublic, verifyStore } from "./verify-ledger.ts"

/** Verifies all experiments of a store in Postgres. `onVerified` gets the share done so far. */
export async function verifyPostgres(
  url: string,
  experiment?: string,
  onVerified: OnVerified = () => undefined,
): Promise<Verdict[]> {
  const store = await openPostgresStore(url, { connections: 2, statementTimeoutMs: 60_000 })
  try {
    const verdicts: Verdict[] = []
    const count = await store.experimentCount()
    for await (const stored of allExperiments(store)) {
      if (experiment !== undefined && stored.experiment.id !== experiment) continue
      onVerified(verdicts.length / count)
      if ((await store.property(journalTaken(stored.experiment.id))) !== null) {
        const entries = (await store.ledger(stored.experiment.id, 0, 1e9)).map(publicEntry)
        verdicts.push(verifyPublic({ ...listLedgerTerms(stored.experiment), entries }))
        continue
      }
      const verify = (copy: SqliteStore) => verifyStore(copy, { needsLastState: true })
      verdicts.push(...(await runInSmallStore(store, stored, verify)))
    }
    if (experiment !== undefined && verdicts.length === 0) throw unknownExperiment(experiment)
    return verdicts
  } finally {
    await store.close()
  }
}

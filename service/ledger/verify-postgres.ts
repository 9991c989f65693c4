// Verifies a Postgres store: each experiment is read as it was at one instant into a small store of its own, and verified there.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ServiceError } from "../service-error.ts"
import { allExperiments, copyExperiment } from "../store/copy-rows.ts"
import { journalTaken } from "../store/journal-taken.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { publicEntry } from "./ledger-entry.ts"
import { type Verdict, verifyPublic, verifyStore } from "./verify-ledger.ts"

export async function verifyPostgres(url: string, experiment?: string): Promise<Verdict[]> {
  const store = await openPostgresStore(url, { connections: 2, statementTimeoutMs: 60_000 })
  try {
    const verdicts: Verdict[] = []
    for await (const stored of allExperiments(store)) {
      if (experiment !== undefined && stored.experiment.id !== experiment) continue
      if ((await store.property(journalTaken(stored.experiment.id))) !== null) {
        const { id, limit, metrics = [] } = stored.experiment
        const entries = (await store.ledger(id, 0, 1e9)).map(publicEntry)
        verdicts.push(verifyPublic({ experiment: id, limit, metrics, entries }))
        continue
      }
      // Only the owner can read the folder.
      const folder = mkdtempSync(join(tmpdir(), "armistice-verify-"))
      const copy = openSqliteStore(join(folder, "copy.db"))
      try {
        await store.atOneInstant((frozen) => copyExperiment(frozen, copy, stored))
        verdicts.push(...verifyStore(copy))
      } finally {
        copy.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }
    if (experiment !== undefined && verdicts.length === 0)
      throw new ServiceError("unknown_experiment", "the experiment must exist, got an id that is not known")
    return verdicts
  } finally {
    await store.close()
  }
}

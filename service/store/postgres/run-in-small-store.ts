// Copies an experiment of a Postgres store, as it was at one instant, into a temporary SQLite
// store, to replay its journal.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MaybePromise } from "../../maybe-promise.ts"
import { copyExperiment } from "../copy-rows.ts"
import type { StoredExperiment } from "../rows.ts"
import { openSqliteStore, type SqliteStore } from "../sqlite/sqlite-store.ts"
import type { PostgresStore } from "./postgres-store.ts"

export async function runInSmallStore<Result>(
  store: PostgresStore,
  stored: StoredExperiment,
  work: (copy: SqliteStore) => MaybePromise<Result>,
): Promise<Result> {
  // Only the owner can read the folder.
  const folder = mkdtempSync(join(tmpdir(), "armistice-journal-"))
  const copy = openSqliteStore(join(folder, "copy.db"))
  try {
    await store.atOneInstant((frozen) => copyExperiment(frozen, copy, stored))
    return await work(copy)
  } finally {
    copy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

// Takes the journal of an archived experiment out of a database that has grown large: into a file
// of its own, verified there, and only then out of the tables. The public part (definition, ledger,
// events, state) stays in the database.

import { existsSync, rmSync } from "node:fs"
import { isPurge } from "@armistice/core/ledger"
import { renameDurably } from "../../durable-file.ts"
import { type Verdict, verifyStore } from "../../ledger/verify-ledger.ts"
import { ServiceError } from "../../service-error.ts"
import { unknownExperiment } from "../../unknown.ts"
import { copyExperiment } from "../copy-rows.ts"
import { openSqliteStore } from "../sqlite/sqlite-store.ts"
import { journalTaken } from "../store-properties.ts"
import { openPostgresStore } from "./postgres-store.ts"

/** Copies an experiment into a file of its own and verifies the copy. */
export async function archiveExperiment(url: string, experiment: string, file: string): Promise<Verdict> {
  if (existsSync(file)) throw new ServiceError("store_unavailable", `the archive ${file} exists already`)
  const store = await openPostgresStore(url, { connections: 2, statementTimeoutMs: 60_000 })
  try {
    const stored = await store.experiment(experiment)
    if (stored === undefined) throw unknownExperiment(experiment)
    if (stored.status !== "archived")
      throw new ServiceError("invalid_transition", `the experiment must be archived first; it is ${stored.status}`)
    if ((await store.property(journalTaken(experiment))) !== null)
      throw new ServiceError("invalid_transition", "the journal was archived before")
    const last = await store.ledgerHead(experiment)
    if (last !== undefined && isPurge(last)) throw new ServiceError("invalid_transition", "the experiment was purged")
    const part = `${file}.part`
    removeStoreFiles(part)
    const verdict = await intoFile(part, (copy) => store.atOneInstant((frozen) => copyExperiment(frozen, copy, stored)))
    const head = await store.ledgerHead(experiment)
    if (verdict.problem !== null || (head !== undefined && head.hash !== verdict.head))
      throw new ServiceError("internal", `the archive does not verify: ${verdict.problem ?? "it has another ledger"}`)
    renameDurably(part, file)
    removeStoreFiles(part)
    // From here on the file is the journal; a crash leaves rows that can be removed again later.
    await store.setProperty(journalTaken(experiment), new Date().toISOString())
    await store.removeJournal(experiment)
    return verdict
  } finally {
    await store.close()
  }
}

/** Removes the witness too: an archive counts as a copy wherever it is opened. */
function removeStoreFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm", ".seen"]) rmSync(`${path}${suffix}`, { force: true })
}

async function intoFile(
  file: string,
  copy: (store: ReturnType<typeof openSqliteStore>) => Promise<void>,
): Promise<Verdict> {
  const store = openSqliteStore(file)
  try {
    await copy(store)
    const [verdict] = await verifyStore(store, { needsLastState: true })
    // Frozen, so that nobody serves it. If somebody does, it counts as a restored copy.
    store.setProperty("copy", new Date().toISOString())
    store.setProperty("frozen", new Date().toISOString())
    return verdict as Verdict
  } finally {
    store.close()
  }
}

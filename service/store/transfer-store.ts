// Moves everything from one store to another of any kind: the source is frozen first, so that no
// open batch is ever released by both, and the copy may be served only once its ledger has been
// verified and is the source's. After a crash anywhere, source and target are never both served as
// if nothing had happened: one is frozen, or not complete, or a copy whose open batches are
// discarded.

import { existsSync } from "node:fs"
import type { Verdict } from "../ledger/verify-ledger.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { ServiceError } from "../service-error.ts"
import { type CopyProgress, checkEmpty, copyRows } from "./copy-rows.ts"
import { isPostgresUrl, openPostgresStore } from "./postgres/postgres-store.ts"
import { allExperiments } from "./read-pages.ts"
import { checkFree } from "./sqlite/copy-store.ts"
import { openSqliteStore } from "./sqlite/sqlite-store.ts"
import { lockStore } from "./sqlite/store-lock.ts"
import type { Store } from "./store.ts"
import { incomplete, journalTaken } from "./store-properties.ts"

/** Copies a store to another place, from either kind to either kind. */
export async function transferStore(
  from: string,
  to: string,
  onProgress?: (now: CopyProgress) => void,
): Promise<Verdict[]> {
  if (!isPostgresUrl(from) && !existsSync(from))
    throw new ServiceError("store_unavailable", `there is no store ${from} to copy`)
  if (!isPostgresUrl(to)) checkFree(to)
  const unlock = isPostgresUrl(from) ? () => undefined : lockStore(from)
  try {
    const source = await openAny(from, true)
    const target = await openAny(to)
    try {
      // Before anything is marked: a store that is in use must not lose its open batches to a copy
      // that was never made.
      await checkEmpty(target)
      // One that was frozen for a copy that did not come to its end may be copied again, but that
      // copy may be served all the same.
      const isFrozen = (await source.property("frozen")) !== null
      const staysCopy = isFrozen || (await source.copied()) !== null
      const now = new Date().toISOString()
      await target.setProperty(incomplete, now)
      await target.setProperty("copy", now)
      let verdicts: Verdict[]
      try {
        if (!isFrozen) await freeze(source)
        await copyRows(source, target, onProgress)
        verdicts = await verified(source, target, to)
      } catch (error) {
        // Nothing was served from the target, so the source may go on.
        if (!isFrozen) await source.setProperty("frozen", null)
        throw error
      }
      await release(target, staysCopy)
      return verdicts
    } finally {
      await source.close()
      await target.close()
    }
  } finally {
    unlock()
  }
}

/** The last step. Its answer may be lost, so the source stays frozen whatever happens. */
async function release(target: Store, staysCopy: boolean): Promise<void> {
  try {
    // A copy that was never served stays one, wherever it goes.
    if (!staysCopy) await target.setProperty("copy", null)
    await target.setProperty(incomplete, null)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(
      "store_unavailable",
      `the copy could not be marked as complete: ${reason}. It is verified and the source stays frozen: serve the copy, or, if it is not complete, copy the source again into an empty store`,
    )
  }
}

const openAny = async (place: string, mayBeFrozen = false) =>
  isPostgresUrl(place)
    ? openPostgresStore(place, { connections: 2, statementTimeoutMs: 60_000, mayBeFrozen })
    : openSqliteStore(place, { mayBeFrozen })

async function freeze(store: Awaited<ReturnType<typeof openAny>>): Promise<void> {
  const now = new Date().toISOString()
  if ("freeze" in store) await store.freeze(now)
  else store.setProperty("frozen", now)
}

async function verified(source: Store, target: Store, place: string): Promise<Verdict[]> {
  const verdicts = isPostgresUrl(place)
    ? await verifyPostgres(place)
    : await verifyStore(target as Parameters<typeof verifyStore>[0])
  const byId = new Map(verdicts.map((verdict) => [verdict.experiment, verdict]))
  for await (const { experiment } of allExperiments(source)) {
    const verdict = byId.get(experiment.id)
    const head = await source.ledgerHead(experiment.id)
    const isSame = verdict !== undefined && verdict.entries === (head?.index ?? 0)
    if (!isSame || (head !== undefined && verdict.head !== head.hash))
      throw new ServiceError(
        "internal",
        `the copy of ${experiment.id} must have the source's ledger of ${head?.index ?? 0} entries, got ${verdict === undefined ? "none" : `${verdict.entries} with the head ${verdict.head}`}`,
      )
    // An archived journal leaves only the public part to verify.
    const isPublicOnly = (await target.property(journalTaken(experiment.id))) !== null
    if (verdict.problem !== null && !isPublicOnly)
      throw new ServiceError("internal", `the copy of ${experiment.id} does not verify: ${verdict.problem}`)
  }
  return verdicts
}

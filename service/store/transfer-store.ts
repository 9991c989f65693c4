// Moves everything from one store to another of any kind: the source is frozen first, so that no open batch is ever released by both,
// and the copy may be served only once its ledger has been verified and is the source's.

import { existsSync } from "node:fs"
import type { Verdict } from "../ledger/verify-ledger.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import { verifyPostgres } from "../ledger/verify-postgres.ts"
import { ServiceError } from "../service-error.ts"
import type { AnyStore } from "./any-store.ts"
import { allExperiments, checkEmpty, copyRows } from "./copy-rows.ts"
import { journalTaken } from "./journal-taken.ts"
import { isPostgresUrl, openPostgresStore } from "./postgres-store.ts"
import { openSqliteStore } from "./sqlite-store.ts"
import { lockStore } from "./store-lock.ts"

export async function transferStore(from: string, to: string): Promise<Verdict[]> {
  if (!isPostgresUrl(from) && !existsSync(from))
    throw new ServiceError("store_unavailable", `a store must exist to be copied, got ${from}`)
  if (!isPostgresUrl(to) && existsSync(to))
    throw new ServiceError("store_unavailable", `a copy must not overwrite a file, got ${to}, which exists`)
  const unlock = isPostgresUrl(from) ? () => undefined : lockStore(from)
  try {
    const source = await openAny(from)
    const target = await openAny(to)
    try {
      // Before anything is marked: a store that is in use must not lose its open batches to a copy that was never made.
      await checkEmpty(target)
      const copied = await source.property("copy")
      // Until it is verified the target counts as a copy, whose open batches would be discarded: safe after a crash anywhere.
      await target.setProperty("copy", new Date().toISOString())
      await freeze(source)
      try {
        await copyRows(source, target)
        const verdicts = await verified(source, target, to)
        // A backup that was never served stays one, wherever it goes.
        await target.setProperty("copy", copied)
        return verdicts
      } catch (error) {
        // Nothing was served from the target, so the source may go on.
        await source.setProperty("frozen", null)
        throw error
      }
    } finally {
      await source.close()
      await target.close()
    }
  } finally {
    unlock()
  }
}

const openAny = async (place: string) =>
  isPostgresUrl(place)
    ? openPostgresStore(place, { connections: 2, statementTimeoutMs: 60_000 })
    : openSqliteStore(place)

async function freeze(store: Awaited<ReturnType<typeof openAny>>): Promise<void> {
  const now = new Date().toISOString()
  if ("freeze" in store) await store.freeze(now)
  else store.setProperty("frozen", now)
}

async function verified(source: AnyStore, target: AnyStore, place: string): Promise<Verdict[]> {
  const verdicts = isPostgresUrl(place)
    ? await verifyPostgres(place)
    : [...verifyStore(target as Parameters<typeof verifyStore>[0])]
  const byId = new Map(verdicts.map((verdict) => [verdict.experiment, verdict]))
  for await (const { experiment } of allExperiments(source)) {
    const verdict = byId.get(experiment.id)
    const head = await source.ledgerHead(experiment.id)
    const isSame = verdict !== undefined && verdict.entries === (head?.index ?? 0)
    if (!isSame || (head !== undefined && verdict.head !== head.hash))
      throw new ServiceError("internal", `the copy of ${experiment.id} must have the source's ledger, got another`)
    // Where the journal was taken out, the public part is all there is to verify.
    const isPublicOnly = (await target.property(journalTaken(experiment.id))) !== null
    if (verdict.problem !== null && !isPublicOnly)
      throw new ServiceError("internal", `the copy of ${experiment.id} must verify, got: ${verdict.problem}`)
  }
  return verdicts
}

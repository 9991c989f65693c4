// The heartbeat of this process in a store in Postgres, so that others know that it runs.

import { randomUUID } from "node:crypto"
import { hostname } from "node:os"
import { version } from "../../version.ts"
import type { Replica } from "../replica.ts"
import type { PostgresStore } from "./postgres-store.ts"

export const describeThisReplica = (beatMs = 5000): Replica => ({
  id: randomUUID(),
  host: hostname(),
  process: process.pid,
  version,
  beatMs,
})

/** Returns a function that ends it and takes the replica off the list. */
export function startHeartbeat(store: Pick<PostgresStore, "beat" | "forget">, replica: Replica): () => Promise<void> {
  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    // A beat that fails, such as while the database is away, is made up for by the next.
    beating ??= store
      .beat(replica)
      .catch(() => undefined)
      .finally(() => {
        beating = undefined
      })
  }, replica.beatMs)
  return async () => {
    clearInterval(timer)
    await beating
    // Without the database it goes by its missing heartbeats.
    await store.forget(replica).catch(() => undefined)
  }
}

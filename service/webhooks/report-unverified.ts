// Tells webhooks that the ledger of a store does not verify, for the command that found it; a service that runs on the store sends it.

import { isPostgresUrl, openPostgresStore } from "../store/postgres/postgres-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { newMessageId } from "./outbox.ts"

/** `experiments`: whose ledgers do not verify; at least one. */
export async function reportUnverified(place: string, experiments: readonly string[]): Promise<void> {
  const store = isPostgresUrl(place) ? await openPostgresStore(place, { connections: 1 }) : openSqliteStore(place)
  try {
    const at = Date.now()
    const names = experiments.slice(0, mostNamed).join(", ")
    const more = experiments.length > mostNamed ? ` and ${experiments.length - mostNamed} more` : ""
    const detail = `the ledger does not verify for ${names}${more}: look at what "armistice ledger verify" says`
    const data = JSON.stringify({ trouble: "unverified", detail })
    await store.outbox.addMessage({
      id: newMessageId(),
      type: "store.trouble",
      stream: "store",
      at,
      queuedAt: at,
      data,
    })
  } finally {
    await store.close()
  }
}

const mostNamed = 5

// Tells webhooks that the ledger of a store does not verify, for the command that found it; a
// running service sends the messages.

import { createMessageId } from "../webhooks/outbox.ts"
import { withStore } from "./with-store.ts"

const mostNamed = 5

/** Queues a message that names the experiments, of which there must be at least one. */
export async function reportUnverified(place: string, experiments: readonly string[]): Promise<void> {
  const names = experiments.slice(0, mostNamed).join(", ")
  const more = experiments.length > mostNamed ? ` and ${experiments.length - mostNamed} more` : ""
  const detail = `the ledger does not verify for ${names}${more}: look at what "armistice ledger verify" says`
  const data = JSON.stringify({ trouble: "unverified", detail })
  const at = Date.now()
  await withStore(place, (store) =>
    store.outbox.addMessage({ id: createMessageId(), type: "store.trouble", stream: "store", at, queuedAt: at, data }),
  )
}

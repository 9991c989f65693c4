// The webhooks of the service with the latest messages to one of them, read again every few
// seconds.

import { useCallback } from "preact/hooks"
import { connect } from "../experiments/connection.ts"
import { type Reading, useReading } from "../experiments/use-reading.ts"
import type { Delivery, Webhook } from "./event-labels.ts"

const latest = 20

interface ReadWebhooks {
  readonly webhooks: readonly Webhook[]
  /** The webhook whose messages are shown; `null` where there is none. */
  readonly chosen: Webhook | null
  readonly deliveries: readonly Delivery[]
}

/** `wanted` is the webhook whose messages are asked for; otherwise one that fails, or the first. */
export function useWebhooks(wanted: string | null, isWanted: boolean): Reading<ReadWebhooks> {
  const read = useCallback(() => readWebhooks(wanted), [wanted])
  return useReading(read, { isWanted, everyMs: 5000 })
}

async function readWebhooks(wanted: string | null): Promise<ReadWebhooks> {
  const client = connect(0)
  const { webhooks } = await client.listWebhooks()
  const chosen =
    webhooks.find(({ id }) => id === wanted) ??
    webhooks.find(({ state }) => state === "failing") ??
    webhooks.find(({ last }) => last !== null) ??
    null
  if (chosen === null) return { webhooks, chosen, deliveries: [] }
  const { deliveries } = await client.webhook(chosen.id).deliveries({ limit: latest })
  return { webhooks, chosen, deliveries }
}

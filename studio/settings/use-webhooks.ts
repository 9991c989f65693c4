// The webhooks of the service, and the latest messages to one of them, read again every few seconds and after each change.

import { useCallback, useEffect, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect, type Trouble, troubleOf } from "../experiments/connection.ts"
import type { Delivery, Webhook } from "./event-labels.ts"

const everyMs = 5000
const latest = 20

interface ReadWebhooks {
  readonly webhooks: readonly Webhook[]
  /** Whose messages are shown; null where there is no webhook. */
  readonly chosen: Webhook | null
  readonly deliveries: readonly Delivery[]
}

interface WatchedWebhooks {
  readonly read: ReadWebhooks | null
  readonly trouble: Trouble | null
  readonly refresh: () => Promise<void>
}

/** `wanted`: the webhook whose messages are asked for; else one that fails, or the first. */
export function useWebhooks(wanted: string | null, isWanted: boolean): WatchedWebhooks {
  const [read, setRead] = useState<ReadWebhooks | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [reading] = useState({ newest: 0 })
  const refresh = useCallback(async () => {
    reading.newest += 1
    const mine = reading.newest
    try {
      const found = await readWebhooks(wanted)
      await letGo()
      if (mine !== reading.newest) return
      setRead(found)
      setTrouble(null)
    } catch (error) {
      if (mine === reading.newest) setTrouble(troubleOf(error))
    }
  }, [wanted, reading])
  useEffect(() => {
    if (!isWanted) return
    void refresh()
    const timer = setInterval(() => !document.hidden && void refresh(), everyMs)
    return () => {
      clearInterval(timer)
      reading.newest += 1
    }
  }, [refresh, isWanted, reading])
  return { read, trouble, refresh }
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

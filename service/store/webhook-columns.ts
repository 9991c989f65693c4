// Columns of webhooks and deliveries, the same in both stores.

import type { WebhookEvent } from "../webhooks/event-types.ts"
import type { DeliveryRow, WebhookRow } from "../webhooks/outbox.ts"

export const deliveryColumns = {
  number: "number",
  id: "id",
  webhook: "webhook",
  stream: "stream",
  type: "type",
  at: "at",
  data: "data",
  state: "state",
  tries: "tries",
  queuedAt: "queued_at",
  nextAt: "next_at",
  lastAt: "last_at",
  status: "status",
  problem: "problem",
} as const satisfies Record<keyof DeliveryRow, string>

export const deliveryFields = Object.keys(deliveryColumns) as (keyof DeliveryRow)[]

/** Columns of a table `d` under the names of a row's fields. */
export const selectDelivery = Object.entries(deliveryColumns)
  .map(([field, column]) => (field === column ? `d.${column}` : `d.${column} AS "${field}"`))
  .join(", ")

/** A webhook as both stores keep it. */
export interface StoredWebhook {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly format: WebhookRow["format"]
  readonly events: string | null
  readonly created_at: number
}

export const webhookRow = ({ id, name, url, format, events, created_at }: StoredWebhook): WebhookRow => ({
  id,
  name,
  url,
  format,
  events: events === null ? null : (JSON.parse(events) as WebhookEvent[]),
  createdAt: created_at,
})

export const webhookColumns = "id, name, url, format, events, created_at"

export const webhookValues = (row: WebhookRow): (string | number | null)[] => [
  row.id,
  row.name,
  row.url,
  row.format,
  row.events === null ? null : JSON.stringify(row.events),
  row.createdAt,
]

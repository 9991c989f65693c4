// What a store keeps for webhooks: whom to tell, and the outbox. A message is written in the transaction of the change that it tells of,
// once for each webhook that wants it; the deliverer sends it afterwards and notes what came of it.

import { randomBytes } from "node:crypto"
import type { ActivityRow } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { MessageType, WebhookEvent } from "./event-types.ts"

export const webhookFormats = ["json", "slack"] as const

export interface WebhookRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly format: (typeof webhookFormats)[number]
  /** Null: everything, also what later versions add. */
  readonly events: readonly WebhookEvent[] | null
  readonly createdAt: number
}

/** What a transaction writes. */
export interface OutboxMessage {
  /** The header webhook-id: the same however often and to whomever it is sent. */
  readonly id: string
  readonly type: MessageType
  /** Messages of one stream reach a webhook in their order: an experiment's id, `store` or `test`. */
  readonly stream: string
  /** When it happened. */
  readonly at: number
  readonly queuedAt: number
  /** Public, as JSON; without the experiment's name, which is looked up when it is sent. */
  readonly data: string
  /** Only for this webhook; left out: for all that want it. */
  readonly webhook?: string
}

export type DeliveryState = "waiting" | "delivered" | "failed"

/** A message to one webhook. */
export interface DeliveryRow extends Omit<OutboxMessage, "webhook"> {
  /** Its place in the outbox. */
  readonly number: number
  readonly webhook: string
  readonly state: DeliveryState
  readonly tries: number
  /** When it is tried next, if it waits. */
  readonly nextAt: number
  /** The latest try: when, the HTTP status, and what went wrong. */
  readonly lastAt: number | null
  readonly status: number | null
  readonly problem: string | null
}

/** A delivery to make now. */
export type DueDelivery = DeliveryRow & Pick<WebhookRow, "url" | "format">

/** What came of a try. */
export type DeliveryResult = Pick<DeliveryRow, "state" | "nextAt" | "status" | "problem"> & { readonly lastAt: number }

/** How a webhook is doing. */
export interface DeliverySummary {
  readonly waiting: number
  /** Since when the oldest message waits that was tried in vain; null: there is none. */
  readonly failingSince: number | null
  /** Since when the oldest message waits; null: none does. */
  readonly oldestQueuedAt: number | null
  /** The message that was tried last. */
  readonly last: DeliveryRow | null
}

export interface DeliveryClaim {
  readonly now: number
  /** Until then no other process takes them. */
  readonly until: number
  readonly limit: number
  /** Webhooks to which something is on its way. */
  readonly busy: readonly string[]
}

export interface Outbox {
  /** In the order of their creation. */
  webhooks(): MaybePromise<WebhookRow[]>
  /** Adds it, or replaces the one of this id. With `note`: who did it, in the same transaction. */
  putWebhook(webhook: WebhookRow, note?: ActivityRow): MaybePromise<void>
  /** With all of its deliveries. */
  removeWebhook(id: string, note: ActivityRow): MaybePromise<void>
  /** Beside any change, such as a test. */
  addMessage(message: OutboxMessage): MaybePromise<void>
  summary(webhook: string): MaybePromise<DeliverySummary>
  delivery(webhook: string, number: number): MaybePromise<DeliveryRow | undefined>
  /** The latest first, before the one of this number. */
  deliveries(webhook: string, before: number, limit: number): MaybePromise<DeliveryRow[]>
  /** Of all webhooks, in the order of their numbers. */
  deliveriesAfter(number: number, limit: number): MaybePromise<DeliveryRow[]>
  /** For copies: rows as they are, numbers included. */
  putDeliveries(rows: readonly DeliveryRow[]): MaybePromise<void>
  /** The first waiting message of each stream that is due, at most one for each webhook. No other process is given them until the claim ends. */
  claim(claim: DeliveryClaim): MaybePromise<DueDelivery[]>
  settle(delivery: Pick<DeliveryRow, "number" | "id">, result: DeliveryResult): MaybePromise<void>
  /** One that is over goes to the end of its stream; for one that waits, it and those before it are due now. */
  sendAgain(delivery: DeliveryRow, now: number): MaybePromise<void>
  /** Everything that waits for a webhook is due now. */
  hurry(webhook: string, now: number): MaybePromise<void>
  /** Forgets deliveries that are over and were queued before this. */
  prune(before: number): MaybePromise<void>
}

export const newMessageId = (): string => `msg_${randomBytes(16).toString("base64url")}`

/** Columns of a delivery, as both stores have them. */
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

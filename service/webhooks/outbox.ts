// Webhooks and their outbox in a store. A message is written in the transaction of the change it
// reports, once for each webhook that wants it; the deliverer sends it afterwards and stores the
// result.

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
  /** Null for all events, also those of later versions. */
  readonly events: readonly WebhookEvent[] | null
  readonly createdAt: number
}

/** Fields that are left out keep their values. */
export type WebhookChange = {
  readonly [Field in "name" | "url" | "format" | "events"]?: WebhookRow[Field] | undefined
}

export interface OutboxMessage {
  /** The header webhook-id, the same for every try and every webhook. */
  readonly id: string
  readonly type: MessageType
  /** A webhook gets a stream in order: an experiment's id, `store` or `test`. */
  readonly stream: string
  /** When it happened. */
  readonly at: number
  readonly queuedAt: number
  /** Public, as JSON; without the experiment's name, which is looked up when it is sent. */
  readonly data: string
  /** For this webhook only; for all that want it if left out. */
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

/** The result of a try. */
export type DeliveryResult = Pick<DeliveryRow, "state" | "nextAt" | "status" | "problem"> & { readonly lastAt: number }

export interface DeliverySummary {
  readonly waiting: number
  /** When the oldest waiting message with a failed try was queued; null without one. */
  readonly failingSince: number | null
  /** When the oldest waiting message was queued; null without one. */
  readonly oldestQueuedAt: number | null
  /** The message that was tried last. */
  readonly last: DeliveryRow | null
}

export interface DeliveryClaim {
  readonly now: number
  /** No other process takes them before. */
  readonly until: number
  readonly limit: number
  /** Webhooks with a delivery under way. */
  readonly busy: readonly string[]
}

export interface Outbox {
  /** In the order of their creation. */
  webhooks(): MaybePromise<WebhookRow[]>
  /** Adds a webhook or replaces it; `note` records the change in the same transaction. */
  putWebhook(webhook: WebhookRow, note?: ActivityRow): MaybePromise<void>
  /** The changed webhook; undefined, and without the note, if it does not exist. */
  editWebhook(id: string, change: WebhookChange, note: ActivityRow): MaybePromise<WebhookRow | undefined>
  /** With all of its deliveries. */
  removeWebhook(id: string, note: ActivityRow): MaybePromise<void>
  /** A message of its own, such as a test. */
  addMessage(message: OutboxMessage): MaybePromise<void>
  summary(webhook: string): MaybePromise<DeliverySummary>
  delivery(webhook: string, number: number): MaybePromise<DeliveryRow | undefined>
  /** Deliveries with numbers below `before`, the latest first. */
  deliveries(webhook: string, before: number, limit: number): MaybePromise<DeliveryRow[]>
  /** The deliveries of all webhooks, in the order of their numbers. */
  deliveriesAfter(number: number, limit: number): MaybePromise<DeliveryRow[]>
  /** For copies: rows as they are, numbers included. */
  putDeliveries(rows: readonly DeliveryRow[]): MaybePromise<void>
  /**
   * The first waiting message of each stream that is due, at most one for each webhook. No other
   * process is given them until the claim ends.
   */
  claim(claim: DeliveryClaim): MaybePromise<DueDelivery[]>
  settle(delivery: Pick<DeliveryRow, "number" | "id">, result: DeliveryResult): MaybePromise<void>
  /** A settled message goes to the end of its stream; a waiting one becomes due now. */
  sendAgain(delivery: DeliveryRow, now: number): MaybePromise<void>
  /** Makes every waiting message of a webhook due now. */
  hurry(webhook: string, now: number): MaybePromise<void>
  /** Deletes settled deliveries that were queued earlier. */
  prune(before: number): MaybePromise<void>
}

export const createMessageId = (): string => `msg_${randomBytes(16).toString("base64url")}`

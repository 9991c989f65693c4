// Adds, changes and tests webhooks, for the API and the command.

import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type Actor, doneToStore } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import { ServiceError } from "../service-error.ts"
import { checkTexts, quoted } from "../text.ts"
import type { AddressPolicy } from "./address-policy.ts"
import { checkWebhookUrl } from "./check-webhook-url.ts"
import { testEvent, type WebhookEvent } from "./event-types.ts"
import { createMessageId, type DeliveryRow, type Outbox, type WebhookChange, type WebhookRow } from "./outbox.ts"
import { deriveWebhookSecret } from "./signature.ts"

const mostWebhooks = 50

/** How long to wait for a test: less than clients wait for an answer. */
const testMs = 8000

const testPollMs = 100

export interface WebhookRequest {
  readonly name: string
  readonly url: string
  readonly format?: WebhookRow["format"] | undefined
  /** All events if left out or null. */
  readonly events?: readonly WebhookEvent[] | null | undefined
}

export interface WebhooksOptions {
  readonly outbox: Outbox
  /** The store's key, from which secrets are derived. */
  readonly storeKey: Uint8Array
  readonly policy: AddressPolicy
  readonly time: () => MaybePromise<number>
}

export class Webhooks {
  readonly #options: WebhooksOptions

  constructor(options: WebhooksOptions) {
    this.#options = options
  }

  /** Returns the secret, which cannot be read again. */
  async add(request: WebhookRequest, by: Actor): Promise<{ webhook: WebhookRow; secret: string }> {
    const { outbox, storeKey, policy, time } = this.#options
    const { name, url, format = "json", events = null } = request
    checkTexts("a webhook's name", [name])
    await checkWebhookUrl(url, policy)
    if ((await outbox.webhooks()).length >= mostWebhooks)
      throw new ServiceError("webhook_limit", `a store may have at most ${mostWebhooks} webhooks`, {
        limit: mostWebhooks,
      })
    const createdAt = await time()
    const id = `whk_${randomBytes(12).toString("base64url")}`
    const webhook: WebhookRow = { id, name, url, format, events: removeRepeats(events), createdAt }
    await outbox.putWebhook(webhook, doneToStore("add-webhook", createdAt, by))
    return { webhook, secret: deriveWebhookSecret(storeKey, id) }
  }

  list(): MaybePromise<WebhookRow[]> {
    return this.#options.outbox.webhooks()
  }

  async read(id: string): Promise<WebhookRow> {
    const found = (await this.#options.outbox.webhooks()).find((row) => row.id === id)
    if (found !== undefined) return found
    throw unknownWebhook(id)
  }

  /** A new address makes waiting messages due now. */
  async edit(id: string, change: WebhookChange, by: Actor): Promise<WebhookRow> {
    const { outbox, policy, time } = this.#options
    const before = await this.read(id)
    const { name, url = before.url, events } = change
    if (name !== undefined) checkTexts("a webhook's name", [name])
    const isMoved = url !== before.url
    if (isMoved) await checkWebhookUrl(url, policy)
    const now = await time()
    const given = events === undefined ? change : { ...change, events: removeRepeats(events) }
    const after = await outbox.editWebhook(id, given, doneToStore("edit-webhook", now, by))
    // Someone may have removed it during the check of its address.
    if (after === undefined) throw unknownWebhook(id)
    if (isMoved) await outbox.hurry(id, now)
    return after
  }

  async remove(id: string, by: Actor): Promise<void> {
    const { outbox, time } = this.#options
    await this.read(id)
    await outbox.removeWebhook(id, doneToStore("remove-webhook", await time(), by))
  }

  /** Deliveries with numbers below `before`, the latest first. */
  async listDeliveries(id: string, before = Number.MAX_SAFE_INTEGER, limit = 50): Promise<DeliveryRow[]> {
    await this.read(id)
    return this.#options.outbox.deliveries(id, before, limit)
  }

  async readDelivery(id: string, number: number): Promise<DeliveryRow> {
    await this.read(id)
    const found = await this.#options.outbox.delivery(id, number)
    if (found !== undefined) return found
    throw new ServiceError("unknown_delivery", `unknown delivery ${number} of webhook ${quoted(id)}`)
  }

  /** Puts a test into the outbox. */
  async sendTest(id: string): Promise<DeliveryRow> {
    const { outbox, time } = this.#options
    await this.read(id)
    const at = await time()
    const message = {
      id: createMessageId(),
      type: testEvent,
      stream: "test",
      at,
      queuedAt: at,
      data: "{}",
      webhook: id,
    } as const
    await outbox.addMessage(message)
    const added = (await outbox.deliveries(id, Number.MAX_SAFE_INTEGER, 50)).find((row) => row.id === message.id)
    if (added !== undefined) return added
    throw new ServiceError("unknown_webhook", "the webhook was removed before its test")
  }

  /** Sends a test and waits some seconds for its result. */
  async test(id: string): Promise<DeliveryRow> {
    const until = performance.now() + testMs
    let row = await this.sendTest(id)
    while (row.state === "waiting" && performance.now() < until) {
      await sleep(testPollMs)
      row = await this.readDelivery(id, row.number)
    }
    return row
  }

  /**
   * Sends a message again; a settled one goes to the end of its stream, a waiting one becomes due
   * now.
   */
  async sendAgain(id: string, number: number): Promise<DeliveryRow> {
    const { outbox, time } = this.#options
    await outbox.sendAgain(await this.readDelivery(id, number), await time())
    return this.readDelivery(id, number)
  }
}

const unknownWebhook = (id: string): ServiceError =>
  new ServiceError("unknown_webhook", `unknown webhook ${quoted(id)}`)

const removeRepeats = (events: readonly WebhookEvent[] | null): readonly WebhookEvent[] | null =>
  events === null ? null : [...new Set(events)]

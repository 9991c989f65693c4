// Adds, changes and tests webhooks, for the API and the command.

import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type Actor, doneToStore } from "../activity/activity.ts"
import { ServiceError } from "../service-error.ts"
import { checkTexts, quoted } from "../text.ts"
import type { AddressPolicy } from "./address-policy.ts"
import { checkWebhookUrl } from "./check-webhook-url.ts"
import { testEvent, type WebhookEvent } from "./event-types.ts"
import { createMessageId, type DeliveryRow, type Outbox, type WebhookRow } from "./outbox.ts"
import { deriveWebhookSecret } from "./signature.ts"

const mostWebhooks = 50

/** How long to wait for a test: less than clients wait for an answer. */
const testMs = 8000

export interface WebhookRequest {
  readonly name: string
  readonly url: string
  readonly format?: WebhookRow["format"] | undefined
  /** Left out or null: everything. */
  readonly events?: readonly WebhookEvent[] | null | undefined
}

/** Fields that are left out stay. */
export type WebhookChange = { readonly [Field in keyof WebhookRequest]?: WebhookRequest[Field] | undefined }

export interface WebhooksOptions {
  readonly outbox: Outbox
  /** The store's key, from which secrets are derived. */
  readonly storeKey: Uint8Array
  readonly policy: AddressPolicy
  readonly time: () => number | Promise<number>
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
    const webhook: WebhookRow = { id, name, url, format, events: withoutRepeats(events), createdAt }
    await outbox.putWebhook(webhook, doneToStore("add-webhook", createdAt, by))
    return { webhook, secret: deriveWebhookSecret(storeKey, id) }
  }

  list(): Promise<WebhookRow[]> | WebhookRow[] {
    return this.#options.outbox.webhooks()
  }

  async read(id: string): Promise<WebhookRow> {
    const found = (await this.#options.outbox.webhooks()).find((row) => row.id === id)
    if (found !== undefined) return found
    throw new ServiceError("unknown_webhook", `unknown webhook ${quoted(id)}`)
  }

  /** A new address makes waiting messages due now. */
  async edit(id: string, change: WebhookChange, by: Actor): Promise<WebhookRow> {
    const { outbox, policy, time } = this.#options
    const before = await this.read(id)
    const { name = before.name, url = before.url, format = before.format } = change
    checkTexts("a webhook's name", [name])
    if (url !== before.url) await checkWebhookUrl(url, policy)
    const events = change.events === undefined ? before.events : withoutRepeats(change.events)
    const after = { ...before, name, url, format, events }
    const now = await time()
    await outbox.putWebhook(after, doneToStore("edit-webhook", now, by))
    if (url !== before.url) await outbox.hurry(id, now)
    return after
  }

  async remove(id: string, by: Actor): Promise<void> {
    const { outbox, time } = this.#options
    await this.read(id)
    await outbox.removeWebhook(id, doneToStore("remove-webhook", await time(), by))
  }

  /** The latest first, before the one of this number. */
  async deliveries(id: string, before = Number.MAX_SAFE_INTEGER, limit = 50): Promise<DeliveryRow[]> {
    await this.read(id)
    return this.#options.outbox.deliveries(id, before, limit)
  }

  async delivery(id: string, number: number): Promise<DeliveryRow> {
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
      await sleep(20)
      row = await this.delivery(id, row.number)
    }
    return row
  }

  /** Sends a message again, whatever its state, after those before it. */
  async sendAgain(id: string, number: number): Promise<DeliveryRow> {
    const { outbox, time } = this.#options
    await outbox.sendAgain(await this.delivery(id, number), await time())
    return this.delivery(id, number)
  }
}

const withoutRepeats = (events: readonly WebhookEvent[] | null): readonly WebhookEvent[] | null =>
  events === null ? null : [...new Set(events)]

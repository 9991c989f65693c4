// Webhooks and their outbox in either store. The stores differ in how a message is claimed.

import type { ActivityRow } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type {
  DeliveryClaim,
  DeliveryResult,
  DeliveryRow,
  DeliverySummary,
  DueDelivery,
  Outbox,
  OutboxMessage,
  WebhookChange,
  WebhookRow,
} from "../webhooks/outbox.ts"
import { deliveryColumns, places, replaceById, webhookColumns } from "./row-columns.ts"
import type { SharedSql } from "./shared-sql.ts"

export abstract class SqlOutbox implements Outbox {
  protected readonly sql: SharedSql
  readonly #webhooks: string
  readonly #deliveries: string
  /** Selects deliveries. */
  readonly #select: string

  constructor(sql: SharedSql) {
    this.sql = sql
    this.#webhooks = `${sql.schema}webhooks`
    this.#deliveries = `${sql.schema}webhook_deliveries`
    this.#select = `SELECT ${deliveryColumns.select("d")} FROM ${this.#deliveries} d`
  }

  abstract claim(claim: DeliveryClaim): MaybePromise<DueDelivery[]>

  abstract addMessage(message: OutboxMessage): MaybePromise<void>

  async webhooks(): Promise<WebhookRow[]> {
    const text = `SELECT ${webhookColumns.select("w")} FROM ${this.#webhooks} w ORDER BY w.created_at, w.id`
    return (await this.sql.rows<WebhookRow>(text)).map(webhookColumns.read)
  }

  async putWebhook(webhook: WebhookRow, note?: ActivityRow): Promise<void> {
    const text = `INSERT INTO ${this.#webhooks} (${webhookColumns.names.join(", ")}) VALUES (${places(webhookColumns)})
      ${replaceById(webhookColumns)}`
    await this.sql.write([{ text, values: webhookColumns.values(webhook) }], note)
  }

  async editWebhook(id: string, change: WebhookChange, note: ActivityRow): Promise<WebhookRow | undefined> {
    const columns = webhookColumns.assign(change)
    const set = ["id", ...columns.map(([name]) => name)].map((name, index) => `${name} = $${index + 1}`)
    // SQLite knows no alias of the table in RETURNING.
    const text = `UPDATE ${this.#webhooks} SET ${set.join(", ")} WHERE id = $1 RETURNING ${webhookColumns.select("webhooks")}`
    const values = [id, ...columns.map(([, value]) => value)]
    const [changed] = await this.sql.writeReturning<WebhookRow>({ text, values }, note)
    return changed === undefined ? undefined : webhookColumns.read(changed)
  }

  async removeWebhook(id: string, note: ActivityRow): Promise<void> {
    const statements = [
      { text: `DELETE FROM ${this.#deliveries} WHERE webhook = $1`, values: [id] },
      { text: `DELETE FROM ${this.#webhooks} WHERE id = $1`, values: [id] },
    ]
    await this.sql.write(statements, note)
  }

  async summary(webhook: string): Promise<DeliverySummary> {
    const [counts] = await this.sql.rows<Omit<DeliverySummary, "last">>(
      `SELECT count(*) AS waiting, min(queued_at) AS "oldestQueuedAt", min(queued_at) FILTER (WHERE tries > 0) AS "failingSince"
       FROM ${this.#deliveries} WHERE webhook = $1 AND state = 'waiting'`,
      [webhook],
    )
    const [last = null] = await this.sql.rows<DeliveryRow>(
      `${this.#select} WHERE d.webhook = $1 AND d.last_at IS NOT NULL ORDER BY d.last_at DESC, d.number DESC LIMIT 1`,
      [webhook],
    )
    return { ...(counts as Omit<DeliverySummary, "last">), last }
  }

  async delivery(webhook: string, number: number): Promise<DeliveryRow | undefined> {
    const text = `${this.#select} WHERE d.webhook = $1 AND d.number = $2`
    return (await this.sql.rows<DeliveryRow>(text, [webhook, number]))[0]
  }

  async deliveries(webhook: string, before: number, limit: number): Promise<DeliveryRow[]> {
    const text = `${this.#select} WHERE d.webhook = $1 AND d.number < $2 ORDER BY d.number DESC LIMIT $3`
    return this.sql.rows(text, [webhook, before, limit])
  }

  async deliveriesAfter(number: number, limit: number): Promise<DeliveryRow[]> {
    return this.sql.rows(`${this.#select} WHERE d.number > $1 ORDER BY d.number LIMIT $2`, [number, limit])
  }

  async putDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
    const text = `INSERT INTO ${this.#deliveries} (${deliveryColumns.names.join(", ")}) VALUES (${places(deliveryColumns)})`
    await this.sql.write(rows.map((row) => ({ text, values: deliveryColumns.values(row) })))
  }

  async settle({ number, id }: Pick<DeliveryRow, "number" | "id">, result: DeliveryResult): Promise<void> {
    const { state, nextAt, lastAt, status, problem } = result
    const text = `UPDATE ${this.#deliveries} SET state = $3, tries = tries + 1, next_at = $4, last_at = $5, status = $6,
      problem = $7 WHERE number = $1 AND id = $2`
    await this.sql.write([{ text, values: [number, id, state, nextAt, lastAt, status, problem] }])
  }

  async sendAgain({ number, webhook, stream, queuedAt, state }: DeliveryRow, now: number): Promise<void> {
    const set = `UPDATE ${this.#deliveries} SET next_at = $1`
    await this.sql.write([
      state === "waiting"
        ? {
            text: `${set} WHERE webhook = $2 AND stream = $3 AND state = 'waiting' AND (queued_at, number) <= ($4, $5)`,
            values: [now, webhook, stream, queuedAt, number],
          }
        : { text: `${set}, state = 'waiting', tries = 0, queued_at = $1 WHERE number = $2`, values: [now, number] },
    ])
  }

  async hurry(webhook: string, now: number): Promise<void> {
    const text = `UPDATE ${this.#deliveries} SET next_at = $2 WHERE webhook = $1 AND state = 'waiting'`
    await this.sql.write([{ text, values: [webhook, now] }])
  }

  async prune(before: number): Promise<void> {
    const old = `${this.#deliveries} WHERE state <> 'waiting' AND queued_at < $1`
    const found = await this.sql.rows(`SELECT 1 FROM ${old} LIMIT 1`, [before])
    if (found.length > 0) await this.sql.write([{ text: `DELETE FROM ${old}`, values: [before] }])
  }
}

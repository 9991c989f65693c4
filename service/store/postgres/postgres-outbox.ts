// Webhooks and their outbox in Postgres. Any replica delivers: it claims a message by moving its
// next try behind the end of its own, under the row's lock, so that no other replica sends it
// meanwhile, and the claim of a replica that died ends by itself.

import type { ActivityRow } from "../../activity/activity.ts"
import type {
  DeliveryClaim,
  DeliveryResult,
  DeliveryRow,
  DeliverySummary,
  DueDelivery,
  Outbox,
  OutboxMessage,
  WebhookRow,
} from "../../webhooks/outbox.ts"
import {
  deliveryColumns,
  deliveryFields,
  type StoredWebhook,
  selectDelivery,
  webhookColumns,
  webhookRow,
  webhookValues,
} from "../webhook-columns.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { activityStatements, messageStatement } from "./postgres-write.ts"
import type { SqlStatement } from "./sql-statement.ts"

const from = `SELECT ${selectDelivery} FROM armistice.webhook_deliveries d`

const anyDueSql = `SELECT EXISTS (SELECT FROM armistice.webhooks w JOIN armistice.webhook_deliveries d ON d.webhook = w.id
  WHERE d.state = 'waiting' AND d.next_at <= $1 AND w.id <> ALL($2::text[])) AS due`

const claimSql = `WITH due AS (SELECT f.number, w.url, w.format FROM armistice.webhooks w CROSS JOIN LATERAL (
    SELECT f.number, f.next_at FROM armistice.webhook_deliveries f
    WHERE f.webhook = w.id AND f.state = 'waiting' AND f.next_at <= $1
      AND NOT EXISTS (SELECT FROM armistice.webhook_deliveries e WHERE e.webhook = f.webhook AND e.stream = f.stream
        AND e.state = 'waiting' AND (e.queued_at, e.number) < (f.queued_at, f.number))
    ORDER BY f.next_at, f.number LIMIT 1 FOR UPDATE SKIP LOCKED) f
  WHERE w.id <> ALL($2::text[]) ORDER BY f.next_at, f.number LIMIT $3)
  UPDATE armistice.webhook_deliveries d SET next_at = $4 FROM due WHERE d.number = due.number
  RETURNING ${selectDelivery}, due.url, due.format`

const putRow = `INSERT INTO armistice.webhook_deliveries (${Object.values(deliveryColumns).join(", ")})
  VALUES (${deliveryFields.map((_, index) => `$${index + 1}`).join(", ")})`

/** Later messages come after those that were copied. */
const raiseNumbers = "SELECT setval('armistice.webhook_delivery_numbers', $1::bigint)"

export class PostgresOutbox implements Outbox {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    this.#session = session
  }

  async webhooks(): Promise<WebhookRow[]> {
    const rows = await this.#session.rows<StoredWebhook>("SELECT * FROM armistice.webhooks ORDER BY created_at, id")
    return rows.map(webhookRow)
  }

  async putWebhook(webhook: WebhookRow, note?: ActivityRow): Promise<void> {
    const text = `INSERT INTO armistice.webhooks (${webhookColumns}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, url = excluded.url, format = excluded.format, events = excluded.events`
    await this.#session.write({ text, values: webhookValues(webhook) }, ...notes(note))
  }

  async removeWebhook(id: string, note: ActivityRow): Promise<void> {
    await this.#session.write(
      { text: "DELETE FROM armistice.webhooks WHERE id = $1", values: [id] },
      { text: "DELETE FROM armistice.webhook_deliveries WHERE webhook = $1", values: [id] },
      ...notes(note),
    )
  }

  async addMessage(message: OutboxMessage): Promise<void> {
    await this.#session.write(messageStatement(message))
  }

  async summary(webhook: string): Promise<DeliverySummary> {
    const [counts] = await this.#session.rows<Omit<DeliverySummary, "last">>(
      `SELECT count(*) AS waiting, min(queued_at) AS "oldestQueuedAt", min(queued_at) FILTER (WHERE tries > 0) AS "failingSince"
       FROM armistice.webhook_deliveries WHERE webhook = $1 AND state = 'waiting'`,
      [webhook],
    )
    const [last] = await this.#session.rows<DeliveryRow>(
      `${from} WHERE d.webhook = $1 AND d.last_at IS NOT NULL ORDER BY d.last_at DESC, d.number DESC LIMIT 1`,
      [webhook],
    )
    return { ...(counts as Omit<DeliverySummary, "last">), last: last ?? null }
  }

  async delivery(webhook: string, number: number): Promise<DeliveryRow | undefined> {
    const [row] = await this.#session.rows<DeliveryRow>(`${from} WHERE d.webhook = $1 AND d.number = $2`, [
      webhook,
      number,
    ])
    return row
  }

  deliveries(webhook: string, before: number, limit: number): Promise<DeliveryRow[]> {
    const sql = `${from} WHERE d.webhook = $1 AND d.number < $2 ORDER BY d.number DESC LIMIT $3`
    return this.#session.rows(sql, [webhook, before, limit])
  }

  deliveriesAfter(number: number, limit: number): Promise<DeliveryRow[]> {
    return this.#session.rows(`${from} WHERE d.number > $1 ORDER BY d.number LIMIT $2`, [number, limit])
  }

  async putDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
    const last = rows.at(-1)
    if (last === undefined) return
    const inserts = rows.map((row) => ({ text: putRow, values: deliveryFields.map((field) => row[field]) }))
    await this.#session.write(...inserts, { text: raiseNumbers, values: [last.number] })
  }

  async claim({ now, until, limit, busy }: DeliveryClaim): Promise<DueDelivery[]> {
    // Mostly nothing is due, and then nothing is locked.
    const [found] = await this.#session.rows<{ due: boolean }>(anyDueSql, [now, busy])
    if (found?.due !== true) return []
    return this.#session.writeReturning({ text: claimSql, values: [now, busy, limit, until] })
  }

  async settle({ number, id }: Pick<DeliveryRow, "number" | "id">, result: DeliveryResult): Promise<void> {
    const { state, nextAt, lastAt, status, problem } = result
    await this.#session.write({
      text: `UPDATE armistice.webhook_deliveries SET state = $3, tries = tries + 1, next_at = $4, last_at = $5, status = $6,
        problem = $7 WHERE number = $1 AND id = $2`,
      values: [number, id, state, nextAt, lastAt, status, problem],
    })
  }

  async sendAgain({ number, webhook, stream, queuedAt, state }: DeliveryRow, now: number): Promise<void> {
    const set = "UPDATE armistice.webhook_deliveries SET next_at = $1"
    await this.#session.write(
      state === "waiting"
        ? {
            text: `${set} WHERE webhook = $2 AND stream = $3 AND state = 'waiting' AND (queued_at, number) <= ($4, $5)`,
            values: [now, webhook, stream, queuedAt, number],
          }
        : { text: `${set}, state = 'waiting', tries = 0, queued_at = $1 WHERE number = $2`, values: [now, number] },
    )
  }

  async hurry(webhook: string, now: number): Promise<void> {
    const text = "UPDATE armistice.webhook_deliveries SET next_at = $2 WHERE webhook = $1 AND state = 'waiting'"
    await this.#session.write({ text, values: [webhook, now] })
  }

  async prune(before: number): Promise<void> {
    const text = "DELETE FROM armistice.webhook_deliveries WHERE state <> 'waiting' AND queued_at < $1"
    await this.#session.write({ text, values: [before] })
  }
}

const notes = (note: ActivityRow | undefined): SqlStatement[] =>
  note === undefined ? [] : activityStatements([note], () => 0)

// Webhooks and their outbox in a SQLite file. One process serves it, so nothing has to be claimed:
// what is under way is in its memory, and what was under way when it died is still waiting.

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
import type { SqliteStatements } from "./sqlite-statements.ts"
import { writeActivity, writeMessage } from "./sqlite-write.ts"

const putRow = `INSERT INTO webhook_deliveries (${Object.values(deliveryColumns).join(", ")})
  VALUES (${deliveryFields.map(() => "?").join(", ")})`

const dueSql = `SELECT ${selectDelivery}, w.url, w.format FROM webhooks w JOIN webhook_deliveries d ON d.number = (
    SELECT f.number FROM webhook_deliveries f WHERE f.webhook = w.id AND f.state = 'waiting' AND f.next_at <= ?
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries e WHERE e.webhook = f.webhook AND e.stream = f.stream
        AND e.state = 'waiting' AND (e.queued_at, e.number) < (f.queued_at, f.number))
    ORDER BY f.next_at, f.number LIMIT 1)
  WHERE w.id NOT IN (SELECT value FROM json_each(?)) ORDER BY d.next_at, d.number LIMIT ?`

const from = `SELECT ${selectDelivery} FROM webhook_deliveries d`

export class SqliteOutbox implements Outbox {
  readonly #rows: SqliteStatements
  readonly #checkOwner: () => void

  constructor(rows: SqliteStatements, checkOwner: () => void) {
    this.#rows = rows
    this.#checkOwner = checkOwner
  }

  webhooks(): WebhookRow[] {
    return this.#rows.all<StoredWebhook>("SELECT * FROM webhooks ORDER BY created_at, id").map(webhookRow)
  }

  putWebhook(webhook: WebhookRow, note?: ActivityRow): void {
    this.#write(() => {
      this.#rows.run(
        `INSERT OR REPLACE INTO webhooks (${webhookColumns}) VALUES (?, ?, ?, ?, ?, ?)`,
        ...webhookValues(webhook),
      )
      if (note !== undefined) writeActivity(this.#rows, note)
    })
  }

  removeWebhook(id: string, note: ActivityRow): void {
    this.#write(() => {
      this.#rows.run("DELETE FROM webhook_deliveries WHERE webhook = ?", id)
      this.#rows.run("DELETE FROM webhooks WHERE id = ?", id)
      writeActivity(this.#rows, note)
    })
  }

  addMessage(message: OutboxMessage): void {
    this.#write(() => writeMessage(this.#rows, message))
  }

  summary(webhook: string): DeliverySummary {
    const counts = this.#rows.get<Omit<DeliverySummary, "last">>(
      `SELECT count(*) AS waiting, min(queued_at) AS oldestQueuedAt, min(queued_at) FILTER (WHERE tries > 0) AS failingSince
       FROM webhook_deliveries WHERE webhook = ? AND state = 'waiting'`,
      webhook,
    ) as Omit<DeliverySummary, "last">
    const last = this.#rows.get<DeliveryRow>(
      `${from} WHERE d.webhook = ? AND d.last_at IS NOT NULL ORDER BY d.last_at DESC, d.number DESC LIMIT 1`,
      webhook,
    )
    return { ...counts, last: last ?? null }
  }

  delivery(webhook: string, number: number): DeliveryRow | undefined {
    return this.#rows.get(`${from} WHERE d.webhook = ? AND d.number = ?`, webhook, number)
  }

  deliveries(webhook: string, before: number, limit: number): DeliveryRow[] {
    const sql = `${from} WHERE d.webhook = ? AND d.number < ? ORDER BY d.number DESC LIMIT ?`
    return this.#rows.all(sql, webhook, before, limit)
  }

  deliveriesAfter(number: number, limit: number): DeliveryRow[] {
    return this.#rows.all(`${from} WHERE d.number > ? ORDER BY d.number LIMIT ?`, number, limit)
  }

  putDeliveries(rows: readonly DeliveryRow[]): void {
    this.#write(() => {
      for (const row of rows) this.#rows.run(putRow, ...deliveryFields.map((field) => row[field]))
    })
  }

  claim({ now, limit, busy }: DeliveryClaim): DueDelivery[] {
    return this.#rows.all(dueSql, now, JSON.stringify(busy), limit)
  }

  settle({ number, id }: Pick<DeliveryRow, "number" | "id">, result: DeliveryResult): void {
    const { state, nextAt, lastAt, status, problem } = result
    this.#write(() =>
      this.#rows.run(
        `UPDATE webhook_deliveries SET state = ?, tries = tries + 1, next_at = ?, last_at = ?, status = ?, problem = ?
         WHERE number = ? AND id = ?`,
        state,
        nextAt,
        lastAt,
        status,
        problem,
        number,
        id,
      ),
    )
  }

  sendAgain({ number, webhook, stream, queuedAt, state }: DeliveryRow, now: number): void {
    this.#write(() => {
      if (state === "waiting")
        this.#rows.run(
          `UPDATE webhook_deliveries SET next_at = ? WHERE webhook = ? AND stream = ? AND state = 'waiting'
           AND (queued_at, number) <= (?, ?)`,
          now,
          webhook,
          stream,
          queuedAt,
          number,
        )
      else
        this.#rows.run(
          "UPDATE webhook_deliveries SET state = 'waiting', tries = 0, queued_at = ?, next_at = ? WHERE number = ?",
          now,
          now,
          number,
        )
    })
  }

  hurry(webhook: string, now: number): void {
    this.#write(() =>
      this.#rows.run("UPDATE webhook_deliveries SET next_at = ? WHERE webhook = ? AND state = 'waiting'", now, webhook),
    )
  }

  prune(before: number): void {
    const old = "webhook_deliveries WHERE state <> 'waiting' AND queued_at < ?"
    if (this.#rows.get(`SELECT 1 FROM ${old} LIMIT 1`, before) === undefined) return
    this.#write(() => this.#rows.run(`DELETE FROM ${old}`, before))
  }

  #write(work: () => void): void {
    this.#rows.transaction(() => {
      this.#checkOwner()
      work()
    })
  }
}

// Webhooks and their outbox in Postgres. Any replica delivers: it claims a message by moving its
// next try behind the end of its own, under the row's lock, so that no other replica sends it
// meanwhile, and the claim of a replica that died ends by itself.

import type { DeliveryClaim, DeliveryRow, DueDelivery, OutboxMessage } from "../../webhooks/outbox.ts"
import { deliveryColumns } from "../row-columns.ts"
import { SqlOutbox } from "../sql-outbox.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { messageStatement, shareSql } from "./postgres-write.ts"

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
  RETURNING ${deliveryColumns.select("d")}, due.url, due.format`

export class PostgresOutbox extends SqlOutbox {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    super(shareSql(session))
    this.#session = session
  }

  async claim({ now, until, limit, busy }: DeliveryClaim): Promise<DueDelivery[]> {
    // Mostly nothing is due, and then nothing is locked.
    const [found] = await this.#session.rows<{ due: boolean }>(anyDueSql, [now, busy])
    if (found?.due !== true) return []
    return this.#session.writeReturning({ text: claimSql, values: [now, busy, limit, until] })
  }

  async addMessage(message: OutboxMessage): Promise<void> {
    await this.#session.write(messageStatement(message))
  }

  override async putDeliveries(rows: readonly DeliveryRow[]): Promise<void> {
    await super.putDeliveries(rows)
    // Later messages come after those that were copied.
    const raiseNumbers =
      "SELECT setval('armistice.webhook_delivery_numbers', max(number)) FROM armistice.webhook_deliveries"
    await this.#session.write({ text: raiseNumbers, values: [] })
  }
}

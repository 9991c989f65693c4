// Webhooks and their outbox in a SQLite file. One process serves it, so nothing has to be claimed:
// what is under way is in its memory, and what was under way when it died is still waiting.

import type { DeliveryClaim, DueDelivery, OutboxMessage } from "../../webhooks/outbox.ts"
import { deliveryColumns } from "../row-columns.ts"
import { SqlOutbox } from "../sql-outbox.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import { shareSql, writeMessage } from "./sqlite-write.ts"

const dueSql = `SELECT ${deliveryColumns.select("d")}, w.url, w.format FROM webhooks w JOIN webhook_deliveries d ON d.number = (
    SELECT f.number FROM webhook_deliveries f WHERE f.webhook = w.id AND f.state = 'waiting' AND f.next_at <= $1
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries e WHERE e.webhook = f.webhook AND e.stream = f.stream
        AND e.state = 'waiting' AND (e.queued_at, e.number) < (f.queued_at, f.number))
    ORDER BY f.next_at, f.number LIMIT 1)
  WHERE w.id NOT IN (SELECT value FROM json_each($2)) ORDER BY d.next_at, d.number LIMIT $3`

export class SqliteOutbox extends SqlOutbox {
  readonly #rows: SqliteStatements

  constructor(rows: SqliteStatements) {
    super(shareSql(rows))
    this.#rows = rows
  }

  async claim({ now, limit, busy }: DeliveryClaim): Promise<DueDelivery[]> {
    return this.sql.rows(dueSql, [now, JSON.stringify(busy), limit])
  }

  async addMessage(message: OutboxMessage): Promise<void> {
    this.#rows.write(() => writeMessage(this.#rows, message))
  }
}

// Sessions of people in Postgres.

import type { SessionRow, UsedLogin } from "../../sign-in/session.ts"
import { sessionColumns } from "../row-columns.ts"
import { SqlSessions } from "../sql-sessions.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { shareSql } from "./postgres-write.ts"

const restores = "coalesce((SELECT value::bigint FROM armistice.properties WHERE name = 'restores'), 0)"

/** None while a restore is being dealt with. */
const isCurrent = `s.restores = ${restores} AND NOT EXISTS (SELECT FROM armistice.properties WHERE name = 'copy')`

/** Two uses of one login at once wait for each other at its key. */
const addSql = `WITH old_sessions AS (DELETE FROM armistice.sessions WHERE expires_at <= $10),
  old_logins AS (DELETE FROM armistice.used_logins WHERE expires_at <= $10),
  login AS (INSERT INTO armistice.used_logins (hash, expires_at) VALUES ($8, $9) ON CONFLICT DO NOTHING RETURNING hash)
  INSERT INTO armistice.sessions (${sessionColumns.names.join(", ")}, restores)
  SELECT $1, $2, $3, $4, $5, $6::bigint, $7::bigint, ${restores} FROM login RETURNING hash`

export class PostgresSessions extends SqlSessions {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    super(shareSql(session), isCurrent)
    this.#session = session
  }

  async addSession(session: SessionRow, login: UsedLogin, now: number): Promise<boolean> {
    const values = [...sessionColumns.values(session), login.hash, login.expiresAt, now]
    return (await this.#session.writeReturning({ text: addSql, values })).length > 0
  }
}

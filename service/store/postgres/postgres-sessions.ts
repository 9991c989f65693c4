// Sessions of people in Postgres.

import type { ActivityRow } from "../../activity/activity.ts"
import type { SessionRow, SessionStore, UsedLogin } from "../../sign-in/session.ts"
import { type StoredSession, sessionRow } from "../session-columns.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { activityStatements } from "./postgres-write.ts"

/** The restores of this store: a backup may know sessions that were ended since the last one. */
const restores = "coalesce((SELECT value::bigint FROM armistice.properties WHERE name = 'restores'), 0)"

/** None while a restore is being dealt with. */
const readSql = (column: string) =>
  `SELECT hash, person, name, provider, claim_values, expires_at, used_at FROM armistice.sessions
  WHERE ${column} = $1 AND restores = ${restores} AND NOT EXISTS (SELECT FROM armistice.properties WHERE name = 'copy')`

/** Two uses of one login at once wait for each other at its key. */
const addSql = `WITH old_sessions AS (DELETE FROM armistice.sessions WHERE expires_at <= $10),
  old_logins AS (DELETE FROM armistice.used_logins WHERE expires_at <= $10),
  login AS (INSERT INTO armistice.used_logins (hash, expires_at) VALUES ($8, $9) ON CONFLICT DO NOTHING RETURNING hash)
  INSERT INTO armistice.sessions (hash, person, name, provider, claim_values, expires_at, used_at, restores)
  SELECT $1, $2, $3, $4, $5, $6::bigint, $7::bigint, ${restores} FROM login RETURNING hash`

export class PostgresSessions implements SessionStore {
  readonly #session: PostgresSession

  constructor(session: PostgresSession) {
    this.#session = session
  }

  async session(hash: string): Promise<SessionRow | undefined> {
    const [row] = await this.#session.rows<StoredSession>(readSql("hash"), [hash])
    return row === undefined ? undefined : sessionRow(row)
  }

  async sessions(provider: string): Promise<SessionRow[]> {
    return (await this.#session.rows<StoredSession>(readSql("provider"), [provider])).map(sessionRow)
  }

  async addSession(session: SessionRow, login: UsedLogin, now: number): Promise<boolean> {
    const { hash, person, name, provider, values, expiresAt, usedAt } = session
    const own = [hash, person, name, provider, JSON.stringify(values), expiresAt, usedAt]
    const added = await this.#session.writeReturning({
      text: addSql,
      values: [...own, login.hash, login.expiresAt, now],
    })
    return added.length > 0
  }

  async touchSession(hash: string, at: number): Promise<void> {
    const text = "UPDATE armistice.sessions SET used_at = greatest(used_at, $2) WHERE hash = $1"
    await this.#session.write({ text, values: [hash, at] })
  }

  async removeSession(hash: string): Promise<void> {
    await this.#session.write({ text: "DELETE FROM armistice.sessions WHERE hash = $1", values: [hash] })
  }

  async removeSessionsOf(person: string, note?: ActivityRow): Promise<void> {
    await this.#session.write(
      { text: "DELETE FROM armistice.sessions WHERE person = $1", values: [person] },
      ...(note === undefined ? [] : activityStatements([note], () => 0)),
    )
  }
}

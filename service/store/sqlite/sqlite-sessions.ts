// Sessions of people in a SQLite file.

import type { ActivityRow } from "../../activity/activity.ts"
import type { SessionRow, SessionStore, UsedLogin } from "../../sign-in/session.ts"
import { type StoredSession, sessionRow } from "../session-columns.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import { writeActivity } from "./sqlite-write.ts"

/** The restores of this store: a backup may know sessions that were ended since the last one. */
const restores = "(SELECT coalesce(max(restores), 0) FROM identity)"

export class SqliteSessions implements SessionStore {
  readonly #rows: SqliteStatements
  readonly #checkOwner: () => void

  constructor(rows: SqliteStatements, checkOwner: () => void) {
    this.#rows = rows
    this.#checkOwner = checkOwner
  }

  session(hash: string): SessionRow | undefined {
    const row = this.#rows.get<StoredSession>(`SELECT * FROM sessions WHERE hash = ? AND restores = ${restores}`, hash)
    return row === undefined ? undefined : sessionRow(row)
  }

  sessions(provider: string): SessionRow[] {
    const sql = `SELECT * FROM sessions WHERE provider = ? AND restores = ${restores}`
    return this.#rows.all<StoredSession>(sql, provider).map(sessionRow)
  }

  addSession(
    { hash, person, name, provider, values, expiresAt, usedAt }: SessionRow,
    login: UsedLogin,
    now: number,
  ): boolean {
    let isNew = false
    this.#write(() => {
      this.#rows.run("DELETE FROM sessions WHERE expires_at <= ?", now)
      this.#rows.run("DELETE FROM used_logins WHERE expires_at <= ?", now)
      isNew = this.#rows.get("SELECT 1 FROM used_logins WHERE hash = ?", login.hash) === undefined
      if (!isNew) return
      this.#rows.run("INSERT INTO used_logins (hash, expires_at) VALUES (?, ?)", login.hash, login.expiresAt)
      this.#rows.run(
        `INSERT INTO sessions (hash, person, name, provider, claim_values, expires_at, used_at, restores)
         VALUES (?, ?, ?, ?, ?, ?, ?, ${restores})`,
        hash,
        person,
        name,
        provider,
        JSON.stringify(values),
        expiresAt,
        usedAt,
      )
    })
    return isNew
  }

  touchSession(hash: string, at: number): void {
    this.#write(() => this.#rows.run("UPDATE sessions SET used_at = max(used_at, ?) WHERE hash = ?", at, hash))
  }

  removeSession(hash: string): void {
    this.#write(() => this.#rows.run("DELETE FROM sessions WHERE hash = ?", hash))
  }

  removeSessionsOf(person: string, note?: ActivityRow): void {
    this.#write(() => {
      this.#rows.run("DELETE FROM sessions WHERE person = ?", person)
      if (note !== undefined) writeActivity(this.#rows, note)
    })
  }

  #write(work: () => void): void {
    this.#rows.transaction(() => {
      this.#checkOwner()
      work()
    })
  }
}

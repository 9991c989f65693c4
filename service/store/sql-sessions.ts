// Sessions of people in either store. The stores differ in how a login becomes a session once.

import type { ActivityRow } from "../activity/activity.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import type { SessionRow, SessionStore, UsedLogin } from "../sign-in/session.ts"
import { sessionColumns } from "./row-columns.ts"
import type { SharedSql } from "./shared-sql.ts"

export abstract class SqlSessions implements SessionStore {
  protected readonly sql: SharedSql
  readonly #sessions: string
  readonly #isCurrent: string

  /**
   * `isCurrent`: a condition. Sessions from before the last restore do not count, as the backup may
   * have some that were ended since.
   */
  constructor(sql: SharedSql, isCurrent: string) {
    this.sql = sql
    this.#sessions = `${sql.schema}sessions`
    this.#isCurrent = isCurrent
  }

  abstract addSession(session: SessionRow, login: UsedLogin, now: number): MaybePromise<boolean>

  async session(hash: string): Promise<SessionRow | undefined> {
    return (await this.#select("hash", hash))[0]
  }

  async sessions(provider: string): Promise<SessionRow[]> {
    return this.#select("provider", provider)
  }

  async touchSession(hash: string, at: number): Promise<void> {
    const text = `UPDATE ${this.#sessions} SET used_at = $2 WHERE hash = $1 AND used_at < $2`
    await this.sql.write([{ text, values: [hash, at] }])
  }

  async removeSession(hash: string): Promise<void> {
    await this.sql.write([{ text: `DELETE FROM ${this.#sessions} WHERE hash = $1`, values: [hash] }])
  }

  async removePersonSessions(person: string, note?: ActivityRow): Promise<void> {
    await this.sql.write([{ text: `DELETE FROM ${this.#sessions} WHERE person = $1`, values: [person] }], note)
  }

  async #select(column: "hash" | "provider", value: string): Promise<SessionRow[]> {
    const text = `SELECT ${sessionColumns.select("s")} FROM ${this.#sessions} s WHERE s.${column} = $1 AND ${this.#isCurrent}`
    return (await this.sql.rows<SessionRow>(text, [value])).map(sessionColumns.read)
  }
}

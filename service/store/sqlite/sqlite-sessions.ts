// Sessions of people in a SQLite file.

import type { SessionRow, UsedLogin } from "../../sign-in/session.ts"
import { sessionColumns } from "../row-columns.ts"
import { SqlSessions } from "../sql-sessions.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"
import { shareSql } from "./sqlite-write.ts"

const restores = "(SELECT coalesce(max(restores), 0) FROM identity)"

const { names } = sessionColumns
const addSql = `INSERT INTO sessions (${names.join(", ")}, restores) VALUES (${names.map(() => "?").join(", ")}, ${restores})`

export class SqliteSessions extends SqlSessions {
  readonly #rows: SqliteStatements

  constructor(rows: SqliteStatements) {
    super(shareSql(rows), `s.restores = ${restores}`)
    this.#rows = rows
  }

  async addSession(session: SessionRow, login: UsedLogin, now: number): Promise<boolean> {
    let isNew = false
    this.#rows.write(() => {
      this.#rows.run("DELETE FROM sessions WHERE expires_at <= ?", now)
      this.#rows.run("DELETE FROM used_logins WHERE expires_at <= ?", now)
      isNew = this.#rows.get("SELECT 1 FROM used_logins WHERE hash = ?", login.hash) === undefined
      if (!isNew) return
      this.#rows.run("INSERT INTO used_logins (hash, expires_at) VALUES (?, ?)", login.hash, login.expiresAt)
      this.#rows.run(addSql, ...sessionColumns.values(session))
    })
    return isNew
  }
}

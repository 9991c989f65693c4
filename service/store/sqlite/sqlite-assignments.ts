// Assignments by age in a SQLite file.

import type { AssignmentTable } from "../../assignments/remove-expired.ts"
import type { SubjectRow } from "../rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

const at = "json_extract(assigned, '$.at')"

const oldSql = `SELECT experiment, subject, learned, arm FROM subjects
  WHERE assigned IS NOT NULL AND ${at} <= ? ORDER BY ${at} LIMIT ?`

export class SqliteAssignments implements AssignmentTable {
  readonly #rows: SqliteStatements

  constructor(rows: SqliteStatements) {
    this.#rows = rows
  }

  removeOld(until: number, limit: number): number {
    const old = this.#rows.all<Pick<SubjectRow, "experiment" | "subject" | "learned" | "arm">>(oldSql, until, limit)
    if (old.length === 0) return 0
    this.#rows.write(() => {
      for (const { experiment, subject, learned, arm } of old) {
        const change = learned === 0 && arm === null ? "DELETE FROM subjects" : "UPDATE subjects SET assigned = NULL"
        this.#rows.run(`${change} WHERE experiment = ? AND subject = ?`, experiment, subject)
      }
    })
    return old.length
  }
}

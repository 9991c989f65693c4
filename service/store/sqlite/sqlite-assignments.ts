// Assignments by age in a SQLite file.

import type { SubjectRow } from "../rows.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

const at = "json_extract(assigned, '$.at')"

const oldSql = `SELECT experiment, subject, learned, arm FROM subjects
  WHERE assigned IS NOT NULL AND ${at} <= ? ORDER BY ${at} LIMIT ?`

export function removeOldAssignments(rows: SqliteStatements, until: number, limit: number): number {
  const old = rows.all<Pick<SubjectRow, "experiment" | "subject" | "learned" | "arm">>(oldSql, until, limit)
  if (old.length === 0) return 0
  rows.write(() => {
    for (const { experiment, subject, learned, arm } of old) {
      const change = learned === 0 && arm === null ? "DELETE FROM subjects" : "UPDATE subjects SET assigned = NULL"
      rows.run(`${change} WHERE experiment = ? AND subject = ?`, experiment, subject)
    }
  })
  return old.length
}

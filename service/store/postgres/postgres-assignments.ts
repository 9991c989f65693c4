// Assignments by age in Postgres.

import type { PostgresSession } from "./postgres-session.ts"

const at = "(assigned::json ->> 'at')::bigint"

// Rows that a request has locked are left for the next turn, so that neither waits for the other
// while it holds rows.
const oldSql = `SELECT experiment, subject, learned = 0 AND arm IS NULL AS "isAll" FROM armistice.subjects
  WHERE assigned IS NOT NULL AND ${at} <= $1 ORDER BY ${at} LIMIT $2 FOR UPDATE SKIP LOCKED`

const its = "WHERE experiment = $1 AND subject = ANY($2::text[])"
const deleteSql = `DELETE FROM armistice.subjects ${its}`
const clearSql = `UPDATE armistice.subjects SET assigned = NULL ${its}`

interface OldAssignment {
  readonly experiment: number
  readonly subject: string
  /** The row has nothing else. */
  readonly isAll: boolean
}

export const removeOldAssignments = (session: PostgresSession, until: number, limit: number): Promise<number> =>
  session.writeAfter(async (client, statements) => {
    const { rows } = await client.query<OldAssignment>(oldSql, [until, limit])
    // One statement for each experiment, which goes to its partition alone.
    for (const isAll of [true, false])
      for (const [experiment, subjects] of groupSubjects(rows.filter((row) => row.isAll === isAll)))
        statements.push({ text: isAll ? deleteSql : clearSql, values: [experiment, subjects] })
    return rows.length
  })

function groupSubjects(rows: readonly OldAssignment[]): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const { experiment, subject } of rows) {
    const group = groups.get(experiment)
    if (group === undefined) groups.set(experiment, [subject])
    else group.push(subject)
  }
  return groups
}

// Leases that an older version left in Postgres: slots it had handed to one replica in advance. Nobody takes new ones, and whoever locks an
// experiment to close windows, change its status or discard its batches ends those that are open.

import type { SqlStatement } from "./postgres-write.ts"

/**
 * Ends the open leases of experiments. Slots nobody used become decisions to nobody, which get the public constant after their windows.
 * Three statements: replicas of the older version hold a share of a lease's row while they use it, so that the second sees all they kept.
 */
export function closeLeases(experiments: readonly number[]): SqlStatement[] {
  return [closeSql, fillSql, closedSql].map((text) => ({ text, values: [experiments] }))
}

const closeSql = `UPDATE armistice.leases SET state = 'closing' WHERE experiment = ANY($1::integer[]) AND state = 'open'`

// Their ids begin with a character that no caller's id may have: nobody can take such an id first, or reward such a decision.
// LATERAL with LIMIT: one look into the index per slot; NOT EXISTS would be planned as a scan of whole tables.
const fillSql = `INSERT INTO armistice.decisions (experiment, sequence, at, due, pull, arm, id, segment, subject, excluded, key, noise)
  SELECT l.experiment, s.slot, l.at, l.due, l.pull + (s.slot - l.sequence), l.arm, '*' || s.slot, l.segment, NULL, '', '', NULL
  FROM armistice.leases l CROSS JOIN LATERAL generate_series(l.sequence, l.sequence + l.count - 1) AS s (slot)
  LEFT JOIN LATERAL (SELECT d.sequence FROM armistice.decisions d WHERE d.experiment = l.experiment AND d.sequence = s.slot LIMIT 1) d ON true
  WHERE l.experiment = ANY($1::integer[]) AND l.state = 'closing' AND d.sequence IS NULL`

const closedSql = `UPDATE armistice.leases SET state = 'closed' WHERE experiment = ANY($1::integer[]) AND state = 'closing'`

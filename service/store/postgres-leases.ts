// Leases in Postgres: slots handed to one replica in advance, used without the experiment's lock, and closed under it. A use holds a share
// of the lease's own row, so that closing waits for uses under way and none comes after it.

import type { Statement } from "./postgres-write.ts"

/** A decision on a slot of a lease. */
export interface LeasedDecision {
  readonly sequence: number
  readonly pull: number
  readonly id: string
  readonly subject: string | null
  readonly key: string
}

export interface LeaseUse {
  /** Number of the experiment, and the first slot of the lease. */
  readonly experiment: number
  readonly lease: number
  /** Instead of the server's clock. */
  readonly now: number | null
  readonly windowMs: number
  /** Windows end on multiples of this. */
  readonly tickMs: number
  readonly decisions: readonly LeasedDecision[]
}

const serverNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

// The clock is read twice: by the second time the lease may be over, but a slot's time stays within it.
// An id that another replica has used already leaves its slot free. Ids go in one order, so that two uses never wait for each other.
const useSql = `WITH lease AS MATERIALIZED (
    SELECT l.*, least(l.until, greatest(l.at, coalesce($3::bigint, ${serverNow}))) AS now FROM armistice.leases l
    WHERE l.experiment = $1 AND l.sequence = $2 AND l.state = 'open' AND l.until > coalesce($3::bigint, ${serverNow})
    AND NOT EXISTS (SELECT 1 FROM armistice.properties WHERE name = 'frozen') FOR SHARE OF l
  ), used AS (
    INSERT INTO armistice.decisions (experiment, sequence, at, due, pull, arm, id, segment, subject, excluded, key, noise)
    SELECT l.experiment, u.sequence, l.now, (l.now + $4::bigint + $5::bigint - 1) / $5::bigint * $5::bigint, u.pull, l.arm, u.id,
      l.segment, u.subject, '', u.key, NULL
    FROM lease l CROSS JOIN unnest($6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[]) AS u (sequence, pull, id, subject, key)
    ORDER BY u.id ON CONFLICT (experiment, id) DO NOTHING RETURNING sequence
  ) SELECT (SELECT count(*) FROM lease) AS leases, array(SELECT sequence FROM used) AS used`

export function useStatement({ experiment, lease, now, windowMs, tickMs, decisions }: LeaseUse): Statement {
  return {
    text: useSql,
    values: [
      experiment,
      lease,
      now,
      windowMs,
      tickMs,
      decisions.map(({ sequence }) => sequence),
      decisions.map(({ pull }) => pull),
      decisions.map(({ id }) => id),
      decisions.map(({ subject }) => subject),
      decisions.map(({ key }) => key),
    ],
  }
}

/**
 * Ends the open leases of experiments that were over by `before` (null: by the server's clock). Slots nobody used become decisions to
 * nobody, whose windows began when the lease ended. Three statements: the second must see what uses kept while the first waited.
 */
export function closeStatements(experiments: readonly number[], before: number | null): Statement[] {
  return [
    { text: closeSql, values: [experiments, before] },
    { text: fillSql, values: [experiments] },
    { text: closedSql, values: [experiments] },
  ]
}

/** Later than any lease: ends them all. */
export const everyLease = Number.MAX_SAFE_INTEGER

const closeSql = `UPDATE armistice.leases SET state = 'closing'
  WHERE experiment = ANY($1::integer[]) AND state = 'open' AND until <= coalesce($2::bigint, ${serverNow})`

// Their ids begin with a character that no caller's id may have: nobody can take such an id first, or reward such a decision.
// LATERAL with LIMIT: one look into the index per slot; NOT EXISTS would be planned as a scan of whole tables.
const fillSql = `INSERT INTO armistice.decisions (experiment, sequence, at, due, pull, arm, id, segment, subject, excluded, key, noise)
  SELECT l.experiment, s.slot, l.at, l.due, l.pull + (s.slot - l.sequence), l.arm, '*' || s.slot, l.segment, NULL, '', '', NULL
  FROM armistice.leases l CROSS JOIN LATERAL generate_series(l.sequence, l.sequence + l.count - 1) AS s (slot)
  LEFT JOIN LATERAL (SELECT d.sequence FROM armistice.decisions d WHERE d.experiment = l.experiment AND d.sequence = s.slot LIMIT 1) d ON true
  WHERE l.experiment = ANY($1::integer[]) AND l.state = 'closing' AND d.sequence IS NULL`

const closedSql = `UPDATE armistice.leases SET state = 'closed' WHERE experiment = ANY($1::integer[]) AND state = 'closing'`

/** The first slot of an experiment that is still open to use, and when its lease is over. */
export const openLeasesSql = `SELECT experiment, min(until) AS until FROM armistice.leases
  WHERE experiment = ANY($1::integer[]) AND state <> 'closed' GROUP BY experiment`

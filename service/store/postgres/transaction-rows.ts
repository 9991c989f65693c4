// The statements by which a transaction locks and reads rows, and the rows that they give. A test
// keeps an eye on their plans.

import { mostMetrics } from "../../experiment.ts"
import type { DecisionRow, PopulationRow, SubjectRow } from "../rows.ts"
import { selectCurrentResults, selectLastEvent } from "../stored-rows.ts"
import type { ReadHead } from "./live-cache.ts"
import type { PostgresPool } from "./postgres-open.ts"
import { raiseDurabilitySql } from "./server-state.ts"
import { selectKnownHashes, selectStateTexts } from "./state-texts.ts"

/** Columns that are read beside the row of a head. */
export type Published = Pick<ReadHead, "last_event" | "current_results" | "state_texts">

export interface LockedHead extends ReadHead {
  readonly experiment: number
  readonly at: number
}

/** A decision together with what became of it. */
export interface ReadDecision extends Omit<DecisionRow, "experiment"> {
  readonly experiment: number
  readonly reward_steps: number | null
  readonly reward_key: string | null
  readonly reward_at: number | null
  readonly observed: boolean
}

/** A metric of a decision: its value as it was given, or that its slot is taken. */
export interface ReadMetric {
  readonly experiment: number
  readonly decision: number
  readonly metric: number
  readonly steps: number
  readonly key: string | null
  readonly at: number | null
  readonly observed: boolean
}

export interface ReadSubject extends Omit<SubjectRow, "experiment"> {
  readonly experiment: number
}

export interface ReadPopulation extends PopulationRow {
  /** Whether any experiment was ever in it. */
  readonly used: boolean
}

export interface ReadEntry {
  readonly experiment: number
  readonly entry: string
  readonly sequence: number | null
  readonly salt: string | null
}

export const lockSql =
  "SELECT h.* FROM armistice.heads h WHERE h.experiment = ANY($1::integer[]) ORDER BY h.experiment FOR UPDATE OF h"

// A statement of its own: one that waits for a lock then has the locked row as it is now, but all
// others as they were when it began to wait.
export const publishedSql = `SELECT h.experiment, ${selectLastEvent}, ${selectCurrentResults}, ${selectStateTexts(selectKnownHashes("$2", "$3"))}
  FROM armistice.heads h
  WHERE h.experiment = ANY($1::integer[])`

const fate = `d.experiment, d.sequence, d.id, d.arm, d.pull, d.segment, d.subject, d.excluded, d.context, d.at, d.due, d.key, d.noise,
  r.steps AS reward_steps, r.key AS reward_key, r.at AS reward_at, o.sequence IS NOT NULL AS observed`

// LATERAL with LIMIT: one look into the index per row, in its own partition; a join would be
// planned as a scan of whole tables.
const joins = `LEFT JOIN LATERAL (SELECT * FROM armistice.rewards r WHERE r.experiment = d.experiment AND r.decision = d.sequence LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT * FROM armistice.observations o WHERE o.experiment = d.experiment AND o.decision = d.sequence LIMIT 1) o ON true`

export const decisionsSql = `SELECT ${fate} FROM unnest($1::integer[], $2::text[]) AS a (experiment, id)
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d WHERE d.experiment = a.experiment AND d.id = a.id LIMIT 1) d ${joins}`

// Through the subject's count, so that subjects without a learned decision are not searched for.
export const answeredSql = `SELECT ${fate} FROM unnest($1::integer[], $2::text[]) AS a (experiment, subject)
  CROSS JOIN LATERAL (SELECT * FROM armistice.subjects s
    WHERE s.experiment = a.experiment AND s.subject = a.subject AND s.learned > 0 LIMIT 1) s
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d
    WHERE d.experiment = s.experiment AND d.subject = s.subject AND d.pull IS NOT NULL LIMIT 1) d ${joins}`

// A page after each place that the sweep of an experiment is at (LiveExperiment.passed). Most often
// several of them are one.
export const windowsSql = `SELECT p.passed, ${fate} FROM armistice.heads h CROSS JOIN LATERAL (
    SELECT DISTINCT passed FROM (SELECT h.swept UNION ALL SELECT (h.passed::json ->> 'early')::bigint UNION ALL
      SELECT (h.passed::json ->> 'ripe')::bigint UNION ALL
      SELECT json_array_elements_text(h.passed::json -> 'metrics')::bigint) AS a (passed) WHERE passed IS NOT NULL) p
  CROSS JOIN LATERAL (SELECT * FROM armistice.decisions d
    WHERE d.experiment = h.experiment AND d.sequence > p.passed ORDER BY d.sequence LIMIT $2) d ${joins}
  WHERE h.experiment = ANY($1::integer[]) ORDER BY d.experiment, p.passed, d.sequence`

export const subjectsSql = `SELECT s.experiment, s.subject, s.learned, s.arm, s.since, s.assigned FROM unnest($1::integer[], $2::text[]) AS a (experiment, subject)
  CROSS JOIN LATERAL (SELECT * FROM armistice.subjects s WHERE s.experiment = a.experiment AND s.subject = a.subject LIMIT 1) s`

export const ledgersSql = `SELECT l.experiment, l.entry, s.sequence, s.salt FROM unnest($1::integer[], $2::bigint[]) AS a (experiment, after)
  JOIN armistice.ledger l ON l.experiment = a.experiment AND l.number > a.after
  LEFT JOIN armistice.ledger_secrets s ON s.experiment = l.experiment AND s.number = l.number ORDER BY l.experiment, l.number`

export const metricsSql = `SELECT m.* FROM unnest($1::integer[], $2::bigint[]) AS a (experiment, decision) CROSS JOIN LATERAL (
  SELECT v.experiment, v.decision, v.metric, v.steps, v.key, v.at, false AS observed FROM armistice.metric_values v
    WHERE v.experiment = a.experiment AND v.decision = a.decision
  UNION ALL SELECT o.experiment, o.decision, o.metric, o.steps, NULL, NULL, true FROM armistice.metric_observations o
    WHERE o.experiment = a.experiment AND o.decision = a.decision LIMIT ${2 * mostMetrics}) m`

export const clockSql = ({ stateSql, durability }: PostgresPool) =>
  `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, ${stateSql}, ${raiseDurabilitySql(durability)} AS durability`

export const numbersSql = `SELECT nextval('armistice.experiment_numbers')::integer AS number, (SELECT count(*) FROM armistice.experiments) AS experiments
  FROM generate_series(1, $1::integer)`

// The columns of the long tables that a journal consists of. A store reads them as pages of
// columns.

import type { DecisionRow, MetricObservationRow, ObservationRow } from "./rows.ts"

/** A decision without its subject and id, which may be erased. */
export type JournalDecision = Pick<
  DecisionRow,
  "sequence" | "arm" | "pull" | "segment" | "excluded" | "context" | "at" | "noise"
>
export type JournalObservation = Omit<ObservationRow, "experiment">
export type JournalMetric = Omit<MetricObservationRow, "experiment">

type Columns<Row> = { readonly [Column in keyof Row]: readonly Row[Column][] }

/** A page, column by column. */
export interface JournalColumns {
  readonly decisions: Columns<JournalDecision>
  readonly observations: Columns<JournalObservation>
  readonly metricObservations: Columns<JournalMetric>
}

export const journalColumns = {
  decisions: ["sequence", "arm", "pull", "segment", "excluded", "context", "at", "noise"],
  observations: ["sequence", "decision", "steps", "source", "noise"],
  metricObservations: ["sequence", "decision", "metric", "steps", "source", "noise"],
} as const satisfies { [Table in keyof JournalColumns]: readonly (keyof JournalColumns[Table])[] }

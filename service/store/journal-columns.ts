// What the journal has of the long tables of an experiment, and how a store gives a page of it: column by column, so that no row is an object
// before it is played.

import type { DecisionRow, MetricObservationRow, ObservationRow } from "./rows.ts"

/** What the journal has of a decision: not whose it was, nor what it was called. */
export type JournalDecision = Pick<DecisionRow, "sequence" | "arm" | "pull" | "segment" | "excluded" | "at" | "noise">
export type JournalObservation = Omit<ObservationRow, "experiment">
export type JournalMetric = Omit<MetricObservationRow, "experiment">

type Columns<Row> = { readonly [Column in keyof Row]: readonly Row[Column][] }

/** Of each column its values, row by row. */
export interface JournalColumns {
  readonly decisions: Columns<JournalDecision>
  readonly observations: Columns<JournalObservation>
  readonly metricObservations: Columns<JournalMetric>
}

export const journalColumns = {
  decisions: ["sequence", "arm", "pull", "segment", "excluded", "at", "noise"],
  observations: ["sequence", "decision", "steps", "source", "noise"],
  metricObservations: ["sequence", "decision", "metric", "steps", "source", "noise"],
} as const satisfies { [Table in keyof JournalColumns]: readonly (keyof JournalColumns[Table])[] }

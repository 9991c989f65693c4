// What the journal has of the long tables of an experiment, read as lists of values: a store gives them, the journal takes them apart.

import type { MetricObservationRow, ObservationRow } from "./store.ts"

export interface JournalLists {
  readonly decisions: readonly [
    sequence: number,
    arm: number,
    pull: number | null,
    segment: string,
    excluded: string,
    at: number,
    noise: string | null,
  ]
  readonly observations: readonly [
    sequence: number,
    decision: number,
    steps: number,
    source: ObservationRow["source"],
    noise: string | null,
  ]
  readonly metricObservations: readonly [
    sequence: number,
    decision: number,
    metric: number,
    steps: number,
    source: MetricObservationRow["source"],
    noise: string | null,
  ]
}

/** The columns that these values are of. */
export const journalColumns = {
  decisions: ["sequence", "arm", "pull", "segment", "excluded", "at", "noise"],
  observations: ["sequence", "decision", "steps", "source", "noise"],
  metricObservations: ["sequence", "decision", "metric", "steps", "source", "noise"],
} as const satisfies Record<keyof JournalLists, readonly string[]>

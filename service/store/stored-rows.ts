// Rows that both stores keep alike, and what is read from them.

import type { Experiment, Status } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import { labelLines, type Metadata, parseLabels, textToSearch } from "../metadata.ts"
import type { ReservationRow, StoredExperiment } from "./rows.ts"
import { tables } from "./tables.ts"

export interface MetadataRow {
  readonly definition: string
  readonly name: string
  readonly description: string
  /** Each in a line of its own. */
  readonly labels: string
}

export interface ExperimentRow extends MetadataRow {
  readonly status: Status
  readonly restores: number
  readonly accepted: number
}

/** SQLite's. */
export type StoredReservation = Record<keyof ReservationRow, string>

export interface EntryRow {
  readonly entry: string
  readonly sequence: number | null
  readonly salt: string | null
}

export function storedExperiment(row: ExperimentRow): StoredExperiment {
  const { status, definition, restores, accepted } = row
  const experiment = JSON.parse(definition) as Experiment
  return { experiment, status, restores, accepted, metadata: storedMetadata(row) }
}

const storedMetadata = ({ name, description, labels }: MetadataRow): Metadata => ({
  name,
  description,
  labels: parseLabels(labels),
})

export const metadataColumns = ["name", "description", "labels", "searched", "created_at"] as const

/** Values of `metadataColumns`. */
export function metadataValues({ experiment, metadata }: StoredExperiment): (string | number)[] {
  const { name, description, labels } = metadata
  return [name, description, labelLines(labels), textToSearch(experiment, metadata), experiment.createdAt]
}

/** The text that a search looks into, for an experiment whose metadata has changed. */
export const searchedText = (row: MetadataRow): string =>
  textToSearch(JSON.parse(row.definition) as Experiment, storedMetadata(row))

export const reservationRow = ({ population, person, high, low }: StoredReservation): ReservationRow => ({
  population,
  person,
  high: Number(high),
  low: Number(low),
})

/** Without its private part where only the public one was kept. */
export const ledgerEntry = ({ entry, sequence, salt }: EntryRow): LedgerEntry => ({
  ...(JSON.parse(entry) as LedgerEntry),
  sequence: sequence ?? 0,
  salt: salt ?? "",
})

/** Windows end in the order of decisions, so the last of an experiment ends last. */
export const lastOpenSql = (schema: string, place: (index: number) => string): string =>
  `SELECT d.id, d.due FROM ${schema}decisions d WHERE d.experiment = ${place(1)} AND d.sequence > ${place(2)} AND d.pull IS NOT NULL
   AND (NOT EXISTS (SELECT 1 FROM ${schema}observations o WHERE o.experiment = d.experiment AND o.decision = d.sequence)
     OR (SELECT count(*) FROM ${schema}metric_observations m
         WHERE m.experiment = d.experiment AND m.decision = d.sequence) < ${place(3)})
   ORDER BY d.sequence DESC LIMIT 1`

/** Replaces the count of a known subject. */
export const replaceSubject =
  "ON CONFLICT (experiment, subject) DO UPDATE SET learned = excluded.learned, arm = excluded.arm, since = excluded.since, assigned = excluded.assigned"

/** A current result without a body leaves the one that is there. */
export const replaceCurrentResult = `ON CONFLICT (experiment, segment) DO UPDATE SET ${tables.currentResults.columns
  .slice(2)
  .map((name) =>
    name === "body" ? "body = coalesce(excluded.body, current_results.body)" : `${name} = excluded.${name}`,
  )
  .join(", ")}`

/** The number of the last event of the experiment of a head `h` in Postgres. */
export const selectLastEvent =
  "coalesce((SELECT max(number) FROM armistice.events v WHERE v.experiment = h.experiment), 0) AS last_event"

/** The current results of the experiment of a head `h` in Postgres, without bodies. */
export const selectCurrentResults = `coalesce((SELECT json_agg(json_build_object(${tables.currentResults.columns
  .slice(1, -1)
  .map((name) => `'${name}', s.${name}`)
  .join(", ")})) FROM armistice.current_results s WHERE s.experiment = h.experiment), '[]') AS current_results`

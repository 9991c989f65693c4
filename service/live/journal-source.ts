// The interface that a store must offer so that experiments can be loaded from their journals.

import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { JournalColumns } from "../store/journal-columns.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import type { Slot, Snapshot } from "../store/rows.ts"
import type { TableName, TableRows } from "../store/tables.ts"

export interface JournalSource {
  rowsAfter<Name extends TableName>(
    table: Name,
    experiment: string,
    place: number | string,
    limit?: number,
  ): TableRows[Name][]
  /** A page of a long table, column by column. */
  journalColumns<Name extends keyof JournalColumns>(
    table: Name,
    experiment: string,
    after: number,
    limit: number,
  ): JournalColumns[Name]
  /** By sequence, the slots of the decisions of a page of observations. */
  slotsAfter(
    table: "observations" | "metricObservations",
    experiment: string,
    after: number,
    limit: number,
  ): Map<number, Slot>
}

export interface ExperimentSource extends JournalSource {
  snapshot(experiment: string): Snapshot | undefined
  ledger(experiment: string, after: number, limit: number): LedgerEntry[]
  lastEvent(experiment: string): number
  currentResults(experiment: string): CurrentResultRow[]
}

// The rows of the journal as plain lists of values, in the order of their columns: for statements, and for text without names. Frozen: the
// tail of a store has its rows in this order.

import type { Changes, DecisionRow, LeaseRow, ObservationRow, RewardRow } from "../store.ts"

export type JournalRows = Pick<Changes, "decisions" | "rewards" | "observations">

export const decisionColumns = [
  "experiment",
  "sequence",
  "id",
  "arm",
  "pull",
  "segment",
  "subject",
  "excluded",
  "at",
  "due",
  "key",
  "noise",
] as const satisfies readonly (keyof DecisionRow)[]

export const rewardColumns = [
  "experiment",
  "decision",
  "steps",
  "key",
  "at",
] as const satisfies readonly (keyof RewardRow)[]

export const observationColumns = [
  "experiment",
  "sequence",
  "decision",
  "steps",
  "source",
  "noise",
] as const satisfies readonly (keyof ObservationRow)[]

export const leaseColumns = [
  "experiment",
  "sequence",
  "count",
  "segment",
  "arm",
  "pull",
  "at",
  "until",
  "due",
] as const satisfies readonly (keyof LeaseRow)[]

export const valuesOf = <Name extends string>(
  columns: readonly Name[],
  row: Readonly<Record<Name, string | number | null>>,
): (string | number | null)[] => columns.map((name) => row[name])

// The rows of the journal as plain lists of values, in the order of their columns: for statements, and for text without names. Frozen: the
// tail of a store has its rows in this order.

import type { Changes, DecisionRow, LeaseRow, ObservationRow, RewardRow } from "../store.ts"

export type JournalRows = Pick<Changes, "decisions" | "rewards" | "observations">

type Values = (string | number | null)[]

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
] as const

export const decisionValues = (row: DecisionRow): Values => [
  row.experiment,
  row.sequence,
  row.id,
  row.arm,
  row.pull,
  row.segment,
  row.subject,
  row.excluded,
  row.at,
  row.due,
  row.key,
  row.noise,
]

export const rewardColumns = ["experiment", "decision", "steps", "key", "at"] as const

export const rewardValues = (row: RewardRow): Values => [row.experiment, row.decision, row.steps, row.key, row.at]

export const observationColumns = ["experiment", "sequence", "decision", "steps", "source", "noise"] as const

export const observationValues = (row: ObservationRow): Values => [
  row.experiment,
  row.sequence,
  row.decision,
  row.steps,
  row.source,
  row.noise,
]

export const leaseColumns = ["experiment", "sequence", "count", "segment", "arm", "pull", "at", "until", "due"] as const

export const leaseValues = (row: LeaseRow): Values => [
  row.experiment,
  row.sequence,
  row.count,
  row.segment,
  row.arm,
  row.pull,
  row.at,
  row.until,
  row.due,
]

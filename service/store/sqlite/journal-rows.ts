// The rows of the journal as plain lists of values, in the order of their columns. Frozen: stores of older versions have a tail with its
// rows in this order (old-tail.ts).

import type { DecisionRow, LeaseRow, ObservationRow, RewardRow } from "../store.ts"

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

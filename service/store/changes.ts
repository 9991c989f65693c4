// Everything that one transaction writes.

import type { ActivityRow } from "../activity/activity.ts"
import type { Status } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { Metadata } from "../metadata.ts"
import type { OutboxMessage } from "../webhooks/outbox.ts"
import type { CurrentResultRow, PublicEvent, ResultRow } from "./result-rows.ts"
import type {
  AcceptanceRow,
  ArmChangeRow,
  DecisionRow,
  DiscardRow,
  MetricObservationRow,
  MetricValueRow,
  ObservationRow,
  PopulationRow,
  ReservationRow,
  RewardRow,
  Snapshot,
  StoredExperiment,
  SubjectRow,
} from "./rows.ts"

export interface Changes {
  readonly experiments: StoredExperiment[]
  readonly statuses: { readonly experiment: string; readonly status: Status }[]
  /** Fields that are left out stay. */
  readonly metadata: { readonly experiment: string; readonly metadata: Partial<Metadata> }[]
  readonly decisions: DecisionRow[]
  readonly rewards: RewardRow[]
  /** Repeated private rewards write the same pages, so that timing reveals nothing. */
  readonly repeats: string[]
  readonly observations: ObservationRow[]
  readonly metricValues: MetricValueRow[]
  readonly metricObservations: MetricObservationRow[]
  readonly discards: DiscardRow[]
  readonly acceptances: AcceptanceRow[]
  readonly armChanges: ArmChangeRow[]
  readonly subjects: SubjectRow[]
  readonly populations: (PopulationRow & { readonly isNew: boolean })[]
  readonly reservations: ReservationRow[]
  readonly snapshots: Snapshot[]
  readonly ledger: LedgerEntry[]
  readonly results: ResultRow[]
  /** Each replaces the one of its segment. */
  readonly currentResults: CurrentResultRow[]
  /** How far up lists show an experiment (`attentionLevel`). */
  readonly attention: { readonly experiment: string; readonly level: number }[]
  /** When the retention of an experiment is to be looked at next; null: nothing is left to do. */
  readonly retention: { readonly experiment: string; readonly at: number | null }[]
  readonly events: PublicEvent[]
  /** Refusals with the same key, action and minute share a row. */
  readonly activity: ActivityRow[]
  /** One row for each webhook that is subscribed now. */
  readonly messages: OutboxMessage[]
  /** Subjects whose link to their decisions is removed. */
  readonly erased: { readonly experiment: string; readonly subject: string }[]
  /** Their private rows are removed; `keepsArms`: but for sticky arms. */
  readonly purged: { readonly experiment: string; readonly keepsArms: boolean }[]
}

export const noChanges = (): Changes => ({
  experiments: [],
  statuses: [],
  metadata: [],
  decisions: [],
  rewards: [],
  repeats: [],
  observations: [],
  metricValues: [],
  metricObservations: [],
  discards: [],
  acceptances: [],
  armChanges: [],
  subjects: [],
  populations: [],
  reservations: [],
  snapshots: [],
  ledger: [],
  results: [],
  currentResults: [],
  attention: [],
  retention: [],
  events: [],
  activity: [],
  messages: [],
  erased: [],
  purged: [],
})

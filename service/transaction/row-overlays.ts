// The rows that operations of a transaction look up, each kind as the transaction has changed it so
// far.

import type { Changes } from "../store/changes.ts"
import type { DecisionRow, MetricFate, ReservationRow, RewardRow, SubjectRow } from "../store/rows.ts"
import type { Lookups } from "./lookups.ts"
import { Overlay } from "./overlay.ts"

export interface RowOverlays {
  readonly decisions: Overlay<string, DecisionRow | undefined>
  readonly rewards: Overlay<number, RewardRow | undefined>
  readonly observed: Overlay<number, boolean>
  readonly metricFates: Overlay<number, MetricFate>
  readonly subjects: Overlay<string, SubjectRow>
  /** By subject: its one decision that is learned from. */
  readonly learned: Overlay<string, DecisionRow | undefined>
  readonly populations: Overlay<string, Changes["populations"][number] | undefined>
  readonly reservations: Overlay<string, ReservationRow>
}

/** A person without a record. */
export const createSubject = (experiment: string, subject: string): SubjectRow => ({
  experiment,
  subject,
  learned: 0,
  arm: null,
  since: null,
  assigned: null,
})

export const overlayRows = (store: Lookups): RowOverlays => ({
  decisions: new Overlay((experiment, id) => store.decision(experiment, id)),
  rewards: new Overlay((experiment, decision) => store.reward(experiment, decision)),
  observed: new Overlay((experiment, decision) => store.isObserved(experiment, decision)),
  metricFates: new Overlay((experiment, decision) => store.metricFate(experiment, decision)),
  subjects: new Overlay(
    (experiment, subject) => store.subject(experiment, subject) ?? createSubject(experiment, subject),
  ),
  learned: new Overlay((experiment, subject) => store.learnedDecision(experiment, subject)),
  populations: new Overlay((_, name) => {
    const row = store.populations.find(name)
    return row === undefined ? undefined : { ...row, isNew: false }
  }),
  reservations: new Overlay(
    (population, person) =>
      store.populations.reservation(population, person) ?? { population, person, high: 0, low: 0 },
  ),
})

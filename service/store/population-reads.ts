// Reads of populations: limits, experiments, and the reservations for their people.

import type { MaybePromise } from "../maybe-promise.ts"
import type { PopulationRow, ReservationRow, StoredExperiment } from "./rows.ts"

export interface PopulationReads {
  find(name: string): MaybePromise<PopulationRow | undefined>
  /** By name, after `name`. */
  after(name: string, limit: number): MaybePromise<PopulationRow[]>
  /** Its experiments, in order of creation. */
  members(population: string): MaybePromise<StoredExperiment[]>
  /** `person`: hashed. */
  reservation(population: string, person: string): MaybePromise<ReservationRow | undefined>
  reservationsAfter(population: string, person: string, limit: number): MaybePromise<ReservationRow[]>
  /** People with a reservation, and those whose sum of squares is above `full`. */
  countPeople(population: string, full: number): MaybePromise<{ readonly people: number; readonly atLimit: number }>
}

// A population: a limit on what all its experiments together may lose about one person. At a
// person's first learning in an experiment the whole of what they can lose in it is reserved;
// losses of several experiments compose as the root of the sum of their squares.

import { createHmac } from "node:crypto"
import { groupLoss, SquaredSum } from "@armistice/core"
import type { Experiment } from "../experiment.ts"
import { subjectEta } from "../live/subject-loss.ts"
import type { PopulationRow, ReservationRow } from "../store/rows.ts"

export const populationNamePattern = "^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$"

/** Under the population's own key, so that nobody can link it to rows of experiments. */
export function hashPerson(secret: Uint8Array, population: string, subject: string): string {
  const key = createHmac("sha256", secret)
    .update(JSON.stringify(["population", population]))
    .digest()
  return createHmac("sha256", key).update(subject).digest("base64url").slice(0, 22)
}

/** The largest loss of a subject between two restores; null: nothing is promised. */
export const computeReservedEta = (experiment: Experiment): number | null =>
  subjectEta({ experiment, restores: experiment.restoresBefore ?? 0 })

/** The reservation with `eta` added. */
export function afterReserving(row: ReservationRow, eta: number): ReservationRow {
  const { high, low } = new SquaredSum(row.high, row.low).addLoss(eta)
  return { ...row, high, low }
}

export const isWithin = ({ high, low }: ReservationRow, limit: number): boolean =>
  !new SquaredSum(high, low).exceedsLoss(limit)

/** Restores of the store in the population's own time. */
export const countRestores = ({ restores, restoresBefore }: PopulationRow): number => restores - restoresBefore

/** A restored copy does not know for whom the store reserved after the backup was made. */
export const isStopped = ({ accepted, restores }: PopulationRow): boolean => accepted < restores

/** To be named when restores are accepted, each of which may have forgotten everyone. */
export const computeAcceptableLimit = (row: PopulationRow): number => groupLoss(row.limit, countRestores(row) + 1)

/** The most that one person can lose in all its experiments, whatever its limit is now. */
export const computePersonEta = (row: PopulationRow): number => groupLoss(row.highest, countRestores(row) + 1)

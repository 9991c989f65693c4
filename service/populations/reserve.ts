// Whether a person may be learned from in one more experiment of a population, and the reservation
// that goes with it.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { SubjectRow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { sendOnce } from "../webhooks/send-once.ts"
import { afterReserving, computeReservedEta, isStopped, isWithin } from "./population.ts"

/** Null: may not be learned from. Otherwise what is to be written once they are. */
export type Reserve = (() => void) | null

const nothing = (): void => undefined

/** `counted`: the subject as the experiment knows it; `person`: as a population does. */
export function reserve(
  work: UnitOfWork,
  live: LiveExperiment,
  counted: SubjectRow | null,
  person: ((population: string) => string) | null,
): Reserve {
  const { population: name } = live.experiment
  if (name === undefined) return nothing
  const population = work.population(name)
  if (isStopped(population)) return null
  // Experiments of a population count subjects and promise something (operations/population.ts).
  // All that someone can lose here is reserved the first time.
  if ((counted as SubjectRow).learned > 0) return nothing
  const known = work.reservation(name, (person as NonNullable<typeof person>)(name))
  const reserved = afterReserving(known, computeReservedEta(live.experiment) as number)
  if (isWithin(reserved, population.limit)) return () => work.putReservation(live, reserved)
  sendOnce(work, live, "", "experiment.budget", { population: name, limit: population.limit })
  return null
}

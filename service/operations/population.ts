// Changes a population: its limit, its experiments, and the acceptance of restores.

import type { Actor } from "../activity/activity.ts"
import type { Experiment } from "../experiment.ts"
import { computeAcceptableLimit, computeReservedEta, countRestores, isStopped } from "../populations/population.ts"
import { ServiceError } from "../service-error.ts"
import type { SubjectNormalisation } from "../subject-normalisation.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export interface PopulationRequest {
  readonly name: string
  readonly limit: number
  /** Left out: none for a new population, otherwise as it is. */
  readonly subjectNormalisation?: SubjectNormalisation | undefined
}

/** `restores`: of the store. A limit that people were promised may only fall. */
export function putPopulation(
  work: UnitOfWork,
  { name, limit, subjectNormalisation }: PopulationRequest,
  restores: number,
  by: Actor,
): void {
  const known = work.findPopulation(name)
  if (known === undefined) {
    const before = { restoresBefore: restores, restores, accepted: restores }
    const chosen = { subjectNormalisation: subjectNormalisation ?? "none" }
    work.putPopulation({ name, limit, highest: limit, ...chosen, createdAt: work.now, ...before })
    work.addActivity({ experiment: null, action: "put-population", key: by })
    return
  }
  if (subjectNormalisation !== undefined && subjectNormalisation !== known.subjectNormalisation)
    throw new ServiceError(
      "invalid_parameter",
      `subjectNormalisation of a population cannot change: it must be ${known.subjectNormalisation}, got ${subjectNormalisation}`,
    )
  const isUsed = work.isPopulationUsed(name)
  if (isUsed && limit > known.limit)
    throw new ServiceError(
      "population_in_use",
      `the limit of a population with experiments must not rise above ${known.limit}, got ${limit}`,
      { limit: known.limit },
    )
  if (limit === known.limit) return
  work.putPopulation({ ...known, limit, highest: isUsed ? known.highest : limit })
  work.addActivity({ experiment: null, action: "put-population", key: by })
}

/** Refuses an experiment whose loss exceeds the limit or cannot be counted. */
export function checkPopulation(work: UnitOfWork, experiment: Experiment): void {
  const { population: name } = experiment
  if (name === undefined) return
  const population = work.population(name)
  const { subjectNormalisation = "none" } = experiment
  if (subjectNormalisation !== population.subjectNormalisation)
    throw new ServiceError(
      "invalid_parameter",
      `subjectNormalisation of an experiment must be its population's, ${population.subjectNormalisation}, got ${subjectNormalisation}`,
    )
  const eta = computeReservedEta(experiment)
  if (eta === null)
    throw new ServiceError(
      "population_limit",
      `an experiment of a population needs ${experiment.guarantee.eta === null ? "a guarantee" : "a subjectCap or sticky: true"}`,
    )
  if (eta > population.limit)
    throw new ServiceError(
      "population_limit",
      `the possible loss of a subject must be at most the population's limit, ${population.limit}, got ${eta}`,
      { limit: population.limit, requested: eta },
    )
  if (isStopped(population))
    throw new ServiceError(
      "restore_not_accepted",
      "the population's restores must be accepted before an experiment joins it",
    )
}

/** The store is a copy: the population is not learned from until that is accepted. */
export function noteRestore(work: UnitOfWork, name: string, restores: number): void {
  work.putPopulation({ ...work.population(name), restores })
}

export function acceptPopulationRestore(work: UnitOfWork, name: string, limit: number, by: Actor): void {
  const population = work.population(name)
  const needed = computeAcceptableLimit(population)
  if (limit !== needed)
    throw new ServiceError(
      "restore_not_accepted",
      `limit must be ${needed}, which a person can lose by now (restores: ${countRestores(population)}), got ${limit}`,
      { limit: needed },
    )
  // Repeating it is not an error.
  if (!isStopped(population)) return
  work.putPopulation({ ...population, accepted: population.restores })
  work.addActivity({ experiment: null, action: "accept-restore", key: by })
}

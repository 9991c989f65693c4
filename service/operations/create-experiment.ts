// Creating an experiment: once for an Idempotency-Key, and no more than the store may have.

import type { Actor } from "../activity/activity.ts"
import type { Experiment } from "../experiment.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import type { Metadata } from "../metadata.ts"
import { ServiceError } from "../service-error.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { checkPopulation } from "./population.ts"

export interface Created {
  readonly live: LiveExperiment
  readonly isNew: boolean
}

export function createExperiment(
  work: UnitOfWork,
  experiment: Experiment,
  metadata: Metadata,
  limit: number,
  by: Actor,
): Created {
  const known = work.find(experiment.id)
  if (known !== undefined) {
    if (known.experiment.fingerprint === experiment.fingerprint) return { live: known, isNew: false }
    throw new ServiceError(
      "idempotency_conflict",
      "a repeated Idempotency-Key must come with the same body, got one that differs",
    )
  }
  checkPopulation(work, experiment)
  if (work.experimentCount() >= limit)
    throw new ServiceError(
      "experiment_limit",
      `a store must have at most ${limit} experiments, got a request for one more`,
    )
  const live = new LiveExperiment(experiment, "running")
  work.addExperiment(live, metadata)
  work.addActivity({ experiment: experiment.id, action: "create", key: by })
  work.addEvent(live, "status", JSON.stringify({ status: "running", at: work.now }))
  return { live, isNew: true }
}

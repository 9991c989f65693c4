// Creating an experiment: once for an Idempotency-Key, and no more than the store may have.

import type { Actor } from "../activity/activity.ts"
import type { Experiment } from "../experiment.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import type { Metadata } from "../metadata.ts"
import { findNextStep } from "../retention/retention.ts"
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
    throw new ServiceError("idempotency_conflict", "this Idempotency-Key was used with another body")
  }
  checkPopulation(work, experiment)
  if (work.experimentCount() >= limit)
    throw new ServiceError("experiment_limit", `the store has ${limit} experiments, which is the most it may have`)
  const live = new LiveExperiment(experiment, "running")
  work.addExperiment(live, metadata)
  const next = findNextStep(live)
  if (next !== null) work.setRetention(live, next)
  work.addActivity({ experiment: experiment.id, action: "create", key: by })
  work.addEvent(live, "status", JSON.stringify({ status: "running", at: work.now }))
  return { live, isNew: true }
}

// Creating an experiment: once for an Idempotency-Key, whichever replicas are asked, and no more than the store may have.

import type { Experiment } from "../experiment.ts"
import { LiveExperiment } from "../live/live-experiment.ts"
import { ServiceError } from "../service-error.ts"
import { newExperiment } from "../store/store.ts"
import type { Ask } from "./ask.ts"

export function creation(experiment: Experiment, limit: number): Ask<{ live: LiveExperiment; isNew: boolean }> {
  return {
    experiment: experiment.id,
    creates: experiment,
    run: (group, locked) => {
      const known = locked.find(experiment.id)
      if (known !== undefined) {
        if (known.experiment.fingerprint === experiment.fingerprint) return { live: known, isNew: false }
        throw new ServiceError(
          "idempotency_conflict",
          "a repeated Idempotency-Key must come with the same request, got another",
        )
      }
      if (locked.experimentCount + group.changes.experiments.length >= limit)
        throw new ServiceError(
          "experiment_limit",
          `a store must have at most ${limit} experiments, got a request for one more`,
        )
      const live = new LiveExperiment(experiment, "running")
      group.changes.experiments.push(newExperiment(experiment))
      locked.add(live)
      group.addEvent(live, "status", JSON.stringify({ status: "running", at: group.now }))
      return { live, isNew: true }
    },
  }
}

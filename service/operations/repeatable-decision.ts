// A decision that came with an Idempotency-Key. The key stands for one request: a repetition must
// have as many decisions, or it would be half a repetition and half a new request. How many there
// were is kept with the first that is made, beside the counts of subjects.

import type { DecisionNames } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** Refuses a repetition of another size; `size` is null for a decision alone. */
export function checkSize(work: UnitOfWork, experiment: string, names: DecisionNames, size: number | null): void {
  const kept = work.subject(experiment, names.batch).learned
  const isFromBatch = kept > 0 && kept !== size
  const isAlone = size !== null && work.decision(experiment, names.alone) !== undefined
  if (isFromBatch || isAlone)
    throw new ServiceError("idempotency_conflict", "this Idempotency-Key was used with another number of decisions")
}

export function keepSize(work: UnitOfWork, live: LiveExperiment, { batch }: DecisionNames, size: number): void {
  const { id } = live.experiment
  const kept = work.subject(id, batch)
  if (kept.learned === 0) work.putSubject(live, { ...kept, learned: size })
}

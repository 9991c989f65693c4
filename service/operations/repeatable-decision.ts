// A decision that came with an Idempotency-Key. The key stands for one request: a repetition must have as many decisions, or it would be
// half a repetition and half a new request. How many there were is kept with the first that is made, beside the counts of subjects.

import type { DecisionNames } from "../keys/repeatable-ids.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { Group } from "../transaction/group.ts"

/** Refuses a request whose key stands for one of another size; `size` is null for a decision alone. */
export function checkSize(group: Group, experiment: string, names: DecisionNames, size: number | null): void {
  const kept = group.subject(experiment, names.batch).learned
  const isOfBatch = kept > 0 && kept !== size
  const isAlone = size !== null && group.decision(experiment, names.alone) !== undefined
  if (isOfBatch || isAlone)
    throw new ServiceError(
      "idempotency_conflict",
      "a repeated Idempotency-Key must come with the same request, got one with another number of decisions",
    )
}

export function keepSize(group: Group, live: LiveExperiment, { batch }: DecisionNames, size: number): void {
  const { id } = live.experiment
  const kept = group.subject(id, batch)
  if (kept.learned === 0) group.addSubject(live, { ...kept, learned: size })
}

/** The same decision if it was made before ids were secret; only the caller's own, since such an id can be guessed. */
export function madeBefore(group: Group, experiment: string, { old }: DecisionNames, key: string) {
  const known: DecisionRow | undefined = group.decision(experiment, old)
  return known?.key === key ? known : undefined
}

// The journal entries about restores of the store. A live transaction and a replay both apply them
// here.

import { ServiceError } from "../service-error.ts"
import type { AcceptanceRow } from "../store/rows.ts"
import { afterAcceptance, afterDiscard } from "./journal.ts"
import type { LiveExperiment } from "./live-experiment.ts"
import { subjectEta } from "./subject-loss.ts"

/** A restored copy gives up open batches; if it counts subjects, it stops learning. */
export function applyDiscard(live: LiveExperiment, restores: number): void {
  if (restores <= live.restores)
    throw new ServiceError("internal", `a restore must be after number ${live.restores}, got number ${restores}`)
  live.sequence += 1
  live.journal = afterDiscard(live.journal, live.sequence, restores)
  live.restores = restores
  live.learning.discard()
  live.passAll()
}

/** The journal entry that resumes learning after restores. */
export function applyAcceptance(live: LiveExperiment, row: AcceptanceRow): void {
  if (row.restores !== live.restores || row.eta !== subjectEta(live))
    throw new ServiceError(
      "internal",
      `entry ${row.sequence} must accept what subjects can lose after ${live.restores} restores, ${subjectEta(live)}, got ${row.eta} after ${row.restores}`,
    )
  live.sequence = row.sequence
  live.journal = afterAcceptance(live.journal, row)
  live.accepted = row.restores
}

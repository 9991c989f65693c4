// Adds a decision to the journal. The last one that is learned from ends learning in its segment.

import { afterDecision } from "../live/journal.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { leadingArm } from "../live/served-arms.ts"
import { conclude } from "../results/conclude.ts"
import { noteHorizon } from "../results/ended-undecided.ts"
import { fixRecommended, noteWithoutEstimates } from "../results/fix-recommended.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** `isFindable`: a later request of the batch may name its id. */
export function recordDecision(work: UnitOfWork, live: LiveExperiment, row: DecisionRow, isFindable: boolean): void {
  const { segment, arm, pull, at } = row
  live.sequence = row.sequence
  live.journal = afterDecision(live.journal, row)
  if (pull !== null) live.learning.noteDecision({ segment, arm, pull }, at)
  work.addDecision(live, row, isFindable)
  if (pull === null) return
  noteWithoutEstimates(work, live, segment)
  if (live.segment(segment).state.round < live.horizon) return
  conclude(work, live)
  fixRecommended(work, live, segment, leadingArm(live, segment))
  noteHorizon(work, live)
}

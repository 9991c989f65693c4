// Notes for the operator: harm, and problems with how answers arrive. Lists sort by them.

import { attentionLevel, type HarmRecord, type OpenFinding } from "../live/experiment-notes.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Harm that was found, or that someone has marked as seen. */
export function recordHarm(work: UnitOfWork, live: LiveExperiment, harm: HarmRecord): void {
  live.harm = harm
  recordAttention(work, live)
}

/** The problem with how answers arrive; null: there is none. */
export function recordIntegrity(work: UnitOfWork, live: LiveExperiment, finding: OpenFinding | null): void {
  live.integrity = finding
  recordAttention(work, live)
}

function recordAttention(work: UnitOfWork, live: LiveExperiment): void {
  work.changes.attention.push({ experiment: live.experiment.id, level: attentionLevel(live) })
  work.touch(live)
  // Notes are kept with the snapshot alone.
  work.addSnapshot(live)
}

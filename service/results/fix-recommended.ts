// When learning ends in a segment, by its horizon or by finish, the recommended arm is fixed and
// served from then on.

import type { LiveExperiment } from "../live/live-experiment.ts"
import { recordCurrentResult } from "../transaction/record-current-result.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { createInitialResult } from "./current-result.ts"

/** Null serves the control. */
export function fixRecommended(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  recommended: number | null,
): void {
  const current = live.currentResults.get(segment) ?? createInitialResult(live, segment)
  if (current.fixed === 1) return
  // With context everyone gets what is best for people like them, unless a person names one arm for
  // all.
  const served = live.algorithm.context === undefined ? recommended : null
  recordCurrentResult(work, live, segment, { ...current, recommended: served, fixed: 1 }, null)
}

/** Serves an arm that a person has named. */
export function replaceRecommended(work: UnitOfWork, live: LiveExperiment, segment: string, recommended: number): void {
  const current = live.currentResults.get(segment) ?? createInitialResult(live, segment)
  recordCurrentResult(work, live, segment, { ...current, recommended, fixed: 1 }, null)
}

/** Lists show an algorithm without estimates by this result, as it has no releases. */
export function noteWithoutEstimates(work: UnitOfWork, live: LiveExperiment, segment: string): void {
  if (!live.learning.hasEstimates && !live.currentResults.has(segment))
    recordCurrentResult(work, live, segment, createInitialResult(live, segment), null)
}

// Where learning ends in a segment (its horizon, or finish), the arm that is recommended then is served from then on, whatever is released
// later.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { initialResult } from "./current-result.ts"

/** `recommended`: null serves the control. */
export function fixRecommended(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  recommended: number | null,
): void {
  const current = live.currentResults.get(segment) ?? initialResult(live, segment)
  if (current.fixed === 1) return
  work.setCurrentResult(live, segment, { ...current, recommended, fixed: 1 }, null)
}

/** Someone has named the arm to serve, whatever was recommended. */
export function replaceRecommended(work: UnitOfWork, live: LiveExperiment, segment: string, recommended: number): void {
  const current = live.currentResults.get(segment) ?? initialResult(live, segment)
  work.setCurrentResult(live, segment, { ...current, recommended, fixed: 1 }, null)
}

/** An algorithm without estimates never releases any: once someone came, that is all there will be to list it by. */
export function noteWithoutEstimates(work: UnitOfWork, live: LiveExperiment, segment: string): void {
  if (!live.hasEstimates && !live.currentResults.has(segment))
    work.setCurrentResult(live, segment, initialResult(live, segment), null)
}

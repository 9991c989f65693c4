// The current result of a segment, which a fixed recommendation outlasts.

import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** A fixed recommendation stays unless someone named an arm; without a body the last stays. */
export function recordCurrentResult(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  latest: CurrentResult,
  body: string | null,
): void {
  const experiment = live.experiment.id
  const before = live.currentResults.get(segment)
  const current =
    before?.fixed === 1 && latest.fixed === 0
      ? { ...latest, recommended: before.recommended, fixed: before.fixed }
      : latest
  const { currentResults } = work.changes
  const at = currentResults.findIndex((row) => row.experiment === experiment && row.segment === segment)
  const [known] = at < 0 ? [] : currentResults.splice(at, 1)
  currentResults.push({ experiment, segment, ...current, body: body ?? known?.body ?? null })
  live.currentResults.set(segment, current)
  work.touch(live)
}

// Stores the current result of a segment. A fixed recommendation outlasts later results.

import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** A fixed recommendation stays unless someone named an arm. */
export function recordCurrentResult(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  latest: CurrentResult,
  body: string | null,
): void {
  const before = live.currentResults.get(segment)
  const isKept = before?.fixed === 1 && latest.fixed === 0
  const current = isKept ? { ...latest, recommended: before.recommended, fixed: before.fixed } : latest
  replaceCurrentResult(work, live, segment, current, body)
}

/**
 * Stores a result as it is, which may end a fixed recommendation. If `body` is null, the last body
 * stays.
 */
export function replaceCurrentResult(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  current: CurrentResult,
  body: string | null,
): void {
  const experiment = live.experiment.id
  const { currentResults } = work.changes
  const at = currentResults.findIndex((row) => row.experiment === experiment && row.segment === segment)
  const [known] = at < 0 ? [] : currentResults.splice(at, 1)
  currentResults.push({ experiment, segment, ...current, body: body ?? known?.body ?? null })
  live.currentResults.set(segment, current)
  work.touch(live)
}

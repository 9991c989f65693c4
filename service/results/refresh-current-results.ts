// Current results after a change of arms, which computes them again, and after an extension, which
// keeps their figures.

import { isUndecided } from "@armistice/core/verdict-text"
import { listSegments, segmentName } from "../experiment.ts"
import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import { recordCurrentResult } from "../transaction/record-current-result.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { createInitialResult, resultAfter } from "./current-result.ts"
import { resetLostClear } from "./finish-when-clear.ts"
import { createCurrentResultBody } from "./result-body.ts"

export function refreshCurrentResults(work: UnitOfWork, live: LiveExperiment): void {
  for (const segment of listSegments(live.experiment)) {
    const before = live.currentResults.get(segment)
    if (before === undefined || before.at === null) continue
    const body = createCurrentResultBody(live, segment)
    const latest = resultAfter({ index: before.release, at: before.at }, body.verdict)
    const isEnded = before.state === "ended_undecided" && isUndecided(latest.state)
    const current = isEnded ? { ...latest, state: before.state } : latest
    recordCurrentResult(work, live, segment, current, JSON.stringify(body))
    announceChange(work, live, segment, before, current)
  }
  resetLostClear(work, live)
}

/**
 * After an extension learning goes on, and the recommended arm may change again. Figures stay those
 * of the latest release: public counts of answers may have grown since.
 */
export function reopenCurrentResults(work: UnitOfWork, live: LiveExperiment): void {
  for (const [segment, before] of [...live.currentResults]) {
    const reopened: CurrentResult = { ...before, state: before.verdict, recommended: before.leader, fixed: 0 }
    const current = before.at === null ? createInitialResult(live, segment) : reopened
    // Otherwise the recommendation would stay fixed.
    live.currentResults.set(segment, current)
    recordCurrentResult(work, live, segment, current, null)
    announceChange(work, live, segment, before, current)
  }
}

function announceChange(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  before: CurrentResult,
  { release, at, state, leader }: CurrentResult,
): void {
  if (state === before.state && leader === before.leader) return
  const news = { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
  work.addEvent(live, "verdict", JSON.stringify({ ...news, release, at: at ?? work.now }))
}

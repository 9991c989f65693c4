// Computes every segment's result again after an arm was stopped, resumed or added.

import { isUndecided } from "@armistice/core/verdict-text"
import { listSegments, segmentName } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { recordCurrentResult } from "../transaction/record-current-result.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { createInitialResult, resultAfter } from "./current-result.ts"
import { resetLostClear } from "./finish-when-clear.ts"
import { createCurrentResultBody } from "./result-body.ts"

/** `isReopened`: segments that ended undecided go on. */
export function refreshCurrentResults(work: UnitOfWork, live: LiveExperiment, isReopened = false): void {
  for (const segment of listSegments(live.experiment)) {
    const before = live.currentResults.get(segment)
    if (before === undefined || before.at === null) continue
    const body = createCurrentResultBody(live, segment)
    const { leader } = body.verdict
    const isEnded = !isReopened && before.state === "ended_undecided" && isUndecided(body.verdict.state)
    const state = isEnded ? before.state : body.verdict.state
    const latest = resultAfter({ index: before.release, at: before.at }, body.verdict)
    recordCurrentResult(work, live, segment, { ...latest, state }, JSON.stringify(body))
    if (state === before.state && leader === before.leader) continue
    const news = { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
    work.addEvent(live, "verdict", JSON.stringify({ ...news, release: before.release, at: before.at }))
  }
  resetLostClear(work, live)
}

/** After an extension learning goes on, and the recommended arm may change again. */
export function reopenCurrentResults(work: UnitOfWork, live: LiveExperiment): void {
  for (const [segment, current] of [...live.currentResults]) {
    live.currentResults.set(segment, { ...current, fixed: 0 })
    if (current.at === null) recordCurrentResult(work, live, segment, createInitialResult(live, segment), null)
  }
  refreshCurrentResults(work, live, true)
}

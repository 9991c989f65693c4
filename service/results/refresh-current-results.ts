// Updates current results: computes them again after a change of arms; after an extension keeps
// their figures and lets the recommendation change again.

import { isUndecided } from "@armistice/core/verdict-text"
import { listSegments } from "../experiment.ts"
import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import { recordCurrentResult, replaceCurrentResult } from "../transaction/record-current-result.ts"
import { addVerdictEvent } from "../transaction/record-verdict.ts"
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
    const staysUndecided = before.state === "ended_undecided" && isUndecided(latest.state)
    const current = staysUndecided ? { ...latest, state: before.state } : latest
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
    replaceCurrentResult(work, live, segment, current, null)
    announceChange(work, live, segment, before, current)
  }
}

function announceChange(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  before: CurrentResult,
  current: CurrentResult,
): void {
  if (current.state !== before.state || current.leader !== before.leader) addVerdictEvent(work, live, segment, current)
}

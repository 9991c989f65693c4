// The state of an experiment that reached its planned number without a verdict. It is announced
// once, when the last window is over, because answers until then may still decide it.

import { isUndecided } from "@armistice/core/verdict-text"
import { listSegments, segmentName } from "../experiment.ts"
import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import { recordCurrentResult } from "../transaction/record-current-result.ts"
import { addVerdictEvent } from "../transaction/record-verdict.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { conclude } from "./conclude.ts"

/** Notes the last decision that is learned from in all segments. */
export function noteHorizon(work: UnitOfWork, live: LiveExperiment): void {
  const { experiment } = live
  if (listSegments(experiment).some((segment) => live.segment(segment).state.round < live.horizon)) return
  live.passed.lastLearned = live.sequence
  // Only the snapshot stores it.
  work.addSnapshot(live)
}

/** `waiting`: the first decision whose window may be open, or infinity. */
export function announceUndecided(work: UnitOfWork, live: LiveExperiment, waiting: number): void {
  const { experiment } = live
  const { lastLearned } = live.passed
  if (lastLearned === null || waiting <= lastLearned) return
  // Decisions of this transaction were not among those checked.
  if (work.changes.decisions.some((row) => row.experiment === experiment.id && row.sequence <= lastLearned)) return
  conclude(work, live)
  live.passed.lastLearned = null
  work.addSnapshot(live)
  if (live.status !== "running" && live.status !== "paused") return
  const segments = listSegments(experiment).map((segment) => endSegment(work, live, segment))
  if (segments.every(({ state }) => state !== "ended_undecided")) return
  work.addMessage("experiment.ended_undecided", { horizon: live.horizon, segments }, live)
}

function endSegment(work: UnitOfWork, live: LiveExperiment, segment: string) {
  const current = live.currentResults.get(segment)
  // Reaching the horizon has fixed what is recommended, so there is a current result.
  if (current !== undefined && current.state !== "ended_undecided" && isUndecided(current.state)) {
    const ended: CurrentResult = { ...current, state: "ended_undecided" }
    recordCurrentResult(work, live, segment, ended, null)
    addVerdictEvent(work, live, segment, ended)
  }
  const { state = "no_answers", leader = null } = live.currentResults.get(segment) ?? {}
  return { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
}

// The planned number of people was reached and nothing can be concluded: a state of its own, and told once, when the last window is over,
// since answers that come until then may still decide it.

import { isUndecided } from "@armistice/core/text"
import { segmentName, segmentsOf } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { conclude } from "./conclude.ts"

/** After a decision that is learned from: the last one of all segments is noted. */
export function noteHorizon(work: UnitOfWork, live: LiveExperiment): void {
  const { experiment } = live
  if (segmentsOf(experiment).some((segment) => live.segment(segment).state.round < live.horizon)) return
  live.passed.lastLearned = live.sequence
  // It is kept with the snapshot alone.
  work.addSnapshot(live)
}

/** `waiting`: the first decision whose window may not be over; infinity: there is none. */
export function announceUndecided(work: UnitOfWork, live: LiveExperiment, waiting: number): void {
  const { experiment } = live
  const { lastLearned } = live.passed
  if (lastLearned === null || waiting <= lastLearned) return
  // Decisions that are not written yet are not among those that were looked at.
  if (work.changes.decisions.some((row) => row.experiment === experiment.id && row.sequence <= lastLearned)) return
  conclude(work, live)
  live.passed.lastLearned = null
  work.addSnapshot(live)
  if (live.status !== "running" && live.status !== "paused") return
  const segments = segmentsOf(experiment).map((segment) => endSegment(work, live, segment))
  if (segments.every(({ state }) => state !== "ended_undecided")) return
  work.addMessage("experiment.ended_undecided", { horizon: live.horizon, segments }, live)
}

function endSegment(work: UnitOfWork, live: LiveExperiment, segment: string) {
  const current = live.currentResults.get(segment)
  // Reaching the horizon has fixed what is recommended, so there is a current result.
  if (current !== undefined && current.state !== "ended_undecided" && isUndecided(current.state)) {
    const state = "ended_undecided"
    work.setCurrentResult(live, segment, { ...current, state }, null)
    const news = { segment: segmentName(segment), state, leader: live.armNameOrNull(current.leader) }
    work.addEvent(live, "verdict", JSON.stringify({ ...news, release: current.release, at: current.at ?? work.now }))
  }
  const { state = "no_answers", leader = null } = live.currentResults.get(segment) ?? {}
  return { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
}

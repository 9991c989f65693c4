// The planned number of people was reached and no winner is clear: told once, when the last window is over, since answers that come until
// then may still decide it.

import { segmentName, segmentsOf } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Group } from "../transaction/group.ts"

/** After a decision that is learned from: the last one of all segments is noted. */
export function noteHorizon(group: Group, live: LiveExperiment): void {
  const { experiment } = live
  if (segmentsOf(experiment).some((segment) => live.segment(segment).state.round < experiment.horizon)) return
  live.passed.endsAt = live.sequence
  // It is kept with the snapshot alone.
  group.addSnapshot(live)
}

/** `waiting`: the first decision whose window may not be over; infinity: there is none. */
export function tellUndecided(group: Group, live: LiveExperiment, waiting: number): void {
  const { experiment } = live
  const { endsAt } = live.passed
  if (endsAt === null || waiting <= endsAt) return
  // Decisions that are not written yet are not among those that were looked at.
  if (group.changes.decisions.some((row) => row.experiment === experiment.id && row.sequence <= endsAt)) return
  group.conclude(live)
  live.passed.endsAt = null
  group.addSnapshot(live)
  if (live.status !== "running" && live.status !== "paused") return
  const segments = segmentsOf(experiment).map((segment) => {
    const { state = "no_answers", leader = null } = live.standings.get(segment) ?? {}
    return { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
  })
  if (segments.every(({ state }) => state === "clear")) return
  group.addMessage("experiment.ended_undecided", { horizon: experiment.horizon, segments }, live)
}

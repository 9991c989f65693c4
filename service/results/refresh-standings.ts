// What is known of every segment, once more: after an arm was stopped, resumed or added the same releases may say something else.

import { isUndecided } from "@armistice/core/words"
import { segmentName, segmentsOf } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Group } from "../transaction/group.ts"
import { firstStanding } from "./fix-recommended.ts"
import { reviewClear, standingAfter } from "./keep-results.ts"
import { standingBody } from "./result-body.ts"

/** `isReopened`: what had ended without a verdict goes on. */
export function refreshStandings(group: Group, live: LiveExperiment, isReopened = false): void {
  for (const segment of segmentsOf(live.experiment)) {
    const before = live.standings.get(segment)
    if (before === undefined || before.at === null) continue
    const body = standingBody(live, segment)
    const { leader } = body.verdict
    const isEnded = !isReopened && before.state === "ended_undecided" && isUndecided(body.verdict.state)
    const state = isEnded ? before.state : body.verdict.state
    const latest = standingAfter({ index: before.release, at: before.at }, body.verdict)
    group.addStanding(live, segment, { ...latest, state }, JSON.stringify(body))
    if (state === before.state && leader === before.leader) continue
    const news = { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
    group.addEvent(live, "verdict", JSON.stringify({ ...news, release: before.release, at: before.at }))
  }
  reviewClear(group, live)
}

/** After an extension learning goes on: what is recommended may change again, and nothing has ended. */
export function reopenStandings(group: Group, live: LiveExperiment): void {
  for (const [segment, standing] of [...live.standings]) {
    live.standings.set(segment, { ...standing, fixed: 0 })
    if (standing.at === null) group.addStanding(live, segment, firstStanding(live, segment), null)
  }
  refreshStandings(group, live, true)
}

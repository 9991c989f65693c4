// What is known of every segment, once more: after an arm was stopped, resumed or added the same releases may say something else.

import { segmentName, segmentsOf } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Group } from "../transaction/group.ts"
import { standingAfter } from "./keep-results.ts"
import { standingBody } from "./result-body.ts"

export function refreshStandings(group: Group, live: LiveExperiment): void {
  for (const segment of segmentsOf(live.experiment)) {
    const before = live.standings.get(segment)
    if (before === undefined || before.at === null) continue
    const body = standingBody(live, segment)
    const { state, leader } = body.verdict
    const latest = standingAfter({ index: before.release, at: before.at }, body.verdict)
    group.addStanding(live, segment, latest, JSON.stringify(body))
    if (state === before.state && leader === before.leader) continue
    const news = { segment: segmentName(segment), state, leader: live.armNameOrNull(leader) }
    group.addEvent(live, "verdict", JSON.stringify({ ...news, release: before.release, at: before.at }))
  }
}

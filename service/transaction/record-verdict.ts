// The public event of a segment's verdict, for everything that changes one.

import { segmentName } from "../experiment.ts"
import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

export function addVerdictEvent(
  work: UnitOfWork,
  live: LiveExperiment,
  segment: string,
  { state, leader, release, at }: Pick<CurrentResult, "state" | "leader" | "release" | "at">,
): void {
  const verdict = {
    segment: segmentName(segment),
    state,
    leader: live.armNameOrNull(leader),
    release,
    at: at ?? work.now,
  }
  work.addEvent(live, "verdict", JSON.stringify(verdict))
}

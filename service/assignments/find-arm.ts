// Finds the arm of a person without changing anything: the arm that they have, that was assigned,
// or that is served because nothing is learned.

import { getSubjectCap } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { fallbackArm, isHeldAtControl, movedArm, unlearnedArm } from "../live/served-arms.ts"
import { findServedArm, type Served, type ServedArm } from "../operations/serve-control.ts"
import type { SubjectRow } from "../store/rows.ts"
import { isWorthRenewing, readAssignment } from "./assignment.ts"

/** An arm that was found without an assignment being made. */
export interface FoundArm extends ServedArm {
  /** The person's first arm, where another one is served now. */
  readonly firstArm?: number
  /** It is an assignment to be written again, so that it is kept longer. */
  readonly isToRenew?: boolean
}

/** Null: they are to be assigned one. */
export function findArm(live: LiveExperiment, row: SubjectRow, person: Served, now: number): FoundArm | null {
  const { segment, point } = person
  const served = findServedArm(live, now, person, undefined)
  if (served !== null) return served
  if (row.arm !== null)
    return live.isMoved(row.arm, row.since ?? 0)
      ? { arm: movedArm(live, segment, undefined, point), firstArm: row.arm }
      : { arm: row.arm }
  const assignment = readAssignment(live, row, now)
  if (assignment !== null) return { arm: assignment.arm, isToRenew: isWorthRenewing(assignment, now) }
  if (live.status === "paused" || isHeldAtControl(live, segment)) return { arm: fallbackArm(live) }
  const isLearning = live.isLearning(live.segment(segment)) && row.learned < (getSubjectCap(live.experiment) as number)
  return isLearning ? null : { arm: unlearnedArm(live, segment, undefined, point) }
}

// Someone has seen the arm that they were assigned: their decision begins now, with that arm. An
// exposure changes nothing if the person has no part in the experiment at the moment, or has begun
// before.

import { isAssigned, readAssignment } from "../assignments/assignment.ts"
import { readPoint } from "../context/decision-context.ts"
import { getSubjectCap, isInTraffic, isWithinDates, type Status } from "../experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { makeDecision, type NamedRequest } from "./decide.ts"
import { findServedArm } from "./serve-control.ts"

export interface Exposure extends Pick<NamedRequest, "person"> {
  /** Hashed. */
  readonly subject: string
  /** The arm that was shown, if the caller names it. */
  readonly arm: string | undefined
}

export interface Exposed {
  /** Null: no decision begins now. */
  readonly decisionId: string | null
  /** The arm of that decision. */
  readonly arm: string | null
  readonly status: Status
}

export function expose(work: UnitOfWork, experiment: string, { subject, person, arm }: Exposure, key: string): Exposed {
  const live = work.live(experiment)
  const { bulk = false } = live.experiment
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  if (!bulk)
    throw new ServiceError(
      "bulk_required",
      "this experiment has no bulk, so its decisions begin when they are made, without an exposure",
    )
  const shown = arm === undefined ? undefined : live.armNumber(arm)
  const row = work.subject(experiment, subject)
  const nothing = { decisionId: null, arm: null, status: live.status }
  if (row.arm !== null || row.learned >= (getSubjectCap(live.experiment) as number)) return nothing
  const assignment = readAssignment(live, row, work.now)
  if (assignment === null) {
    const isLearning = [...live.states()].some(([, state]) => live.isLearning(state))
    const takesPart = isWithinDates(live.experiment, work.now) && isInTraffic(live.experiment, subject)
    if (!isLearning || !takesPart || isAssigned(row, work.now)) return nothing
    throw new ServiceError(
      "unknown_assignment",
      "no arm was assigned to this person in the last 30 days: evaluate first",
    )
  }
  const { segment, context } = assignment
  const point = readPoint(context)
  if (findServedArm(live, work.now, { segment, subject, point }, undefined) !== null) return nothing
  if (shown !== undefined && shown !== assignment.arm)
    throw new ServiceError("exposure_conflict", "the person was assigned another arm")
  const decision = { subject, person, segment, context, point, excluded: "", id: undefined }
  const made = makeDecision(work, live, decision, key)
  return { decisionId: made.decisionId, arm: made.arm, status: made.status }
}

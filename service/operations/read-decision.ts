// Reads a decision that was made.

import { readPoint } from "../context/decision-context.ts"
import type { Status } from "../experiment.ts"
import { excludedArms } from "../live/arm-states.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { movedArm } from "../live/served-arms.ts"
import { ServiceError } from "../service-error.ts"
import type { RowReads, StoreChecks } from "../store/store.ts"

export interface MadeDecision {
  readonly decisionId: string
  readonly arm: string
  /** The arm that was given first, if another one is served now. */
  readonly firstArm?: string
  readonly status: Status
  /** Whether it has a reward; null where that is private, or removed. */
  readonly rewarded: boolean | null
}

export async function readDecision(
  store: RowReads & StoreChecks,
  live: LiveExperiment,
  id: string,
): Promise<MadeDecision> {
  const { id: experiment, arrivals } = live.experiment
  const decision = await store.decision(experiment, id)
  if (decision === undefined) {
    await store.checkWhole()
    throw new ServiceError("unknown_decision", "unknown decision")
  }
  const { arm, segment, excluded, sequence, context } = decision
  const isHidden = arrivals === "private" || live.purgedAt !== null
  const rewarded = isHidden ? null : (await store.reward(experiment, sequence)) !== undefined
  if (rewarded === false) await store.checkWhole()
  const now = live.isMoved(arm, sequence) ? movedArm(live, segment, excludedArms(excluded), readPoint(context)) : arm
  const first = now === arm ? {} : { firstArm: live.armName(arm) }
  return { decisionId: id, arm: live.armName(now), ...first, status: live.status, rewarded }
}

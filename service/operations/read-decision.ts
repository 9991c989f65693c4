// Reads a decision that was made.

import { readPoint } from "../context/decision-context.ts"
import { excludedArms } from "../live/arm-states.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { movedArm } from "../live/served-arms.ts"
import { ServiceError } from "../service-error.ts"
import type { RowReads, StoreChecks } from "../store/store.ts"

/** `rewarded` is null where that is private, or removed. */
export async function readDecision(store: RowReads & StoreChecks, live: LiveExperiment, id: string) {
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

// A reward for a decision, with values of metrics or without: of each the first within its window
// counts, whatever comes later. No answer depends on the value of an earlier reward (rule 3); with
// private arrivals none depends on whether there was one (rule 2).

import type { LiveExperiment } from "../live/live-experiment.ts"
import {
  type Outcome,
  type OutcomePart,
  parseOutcome,
  selectNewParts,
  storeParts,
  timelyParts,
} from "../metrics/outcome.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export interface Rewarded {
  /** Whether an earlier value counts instead; always false with private arrivals. */
  readonly repeated: boolean
}

export function reward(
  work: UnitOfWork,
  experiment: string,
  decisionId: string,
  outcome: Outcome,
  key: string,
): Rewarded {
  const live = work.live(experiment)
  const parts = parseOutcome(live.experiment, outcome)
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  const decision = work.decision(experiment, decisionId)
  if (decision === undefined) throw new ServiceError("unknown_decision", "unknown decision")
  const isPrivate = live.experiment.arrivals === "private"
  if (!isPrivate && selectNewParts(work, decision, parts).length === 0) return { repeated: true }
  const timely = timelyParts(work, live, decision, parts)
  const fresh = selectNewParts(work, decision, timely)
  // With private arrivals no refusal may depend on what has come before.
  if (timely.length === 0 || isClosed(work, live, decision, isPrivate ? timely : fresh))
    throw windowOver(live, decision)
  if (isPrivate && decision.key !== key)
    throw new ServiceError(
      "reward_conflict",
      "with private arrivals only the key that made the decision, or its successor by rotation, can send the reward",
    )
  if (!isPrivate && fresh.length === 0) return { repeated: true }
  // A repeated reward is written too, so that a failing store refuses it like the first one.
  if (fresh.length === 0) work.addRepeat(live)
  storeParts(work, live, decision, fresh, key)
  return { repeated: !isPrivate && fresh.length < timely.length }
}

/** May name a restore, which is public, but not whether the decision was learned from. */
const windowOver = ({ discarded }: LiveExperiment, { sequence }: DecisionRow): ServiceError =>
  new ServiceError(
    "reward_window_over",
    sequence <= discarded
      ? "the store was restored after this decision, so its reward no longer counts"
      : "the reward window of this decision is over",
  )

/** Whether answers are refused: its window is over, or a purge or restore came since. */
export function isClosed(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
): boolean {
  const { experiment, sequence, due, pull } = decision
  if (work.now >= due) return true
  if (pull === null) return false
  if (live.purgedAt !== null || sequence <= live.discarded) return true
  // The sweep has passed it, and the clock was set back since.
  return parts.some(({ metric }) => metric === null) && work.isObserved(experiment, sequence)
}

// A reward for a decision, with values of metrics or without: of each the first within the window counts, whatever comes later. No answer depends on the value of an earlier
// reward (rule 3); with private arrivals none depends on whether there was one (rule 2).

import type { LiveExperiment } from "../live/live-experiment.ts"
import { isOneObserved, newParts, type Outcome, type OutcomePart, partsOf, takeParts } from "../metrics/outcome.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/store.ts"
import type { Group } from "../transaction/group.ts"

export interface Rewarded {
  /** Of some of it an earlier one counts instead; with private arrivals always false. */
  readonly repeated: boolean
}

export function reward(group: Group, experiment: string, decisionId: string, outcome: Outcome, key: string): Rewarded {
  const live = group.live(experiment)
  const parts = partsOf(live.experiment, outcome)
  if (live.status === "archived")
    throw new ServiceError("experiment_archived", "the experiment must not be archived, got one that is")
  const decision = group.decision(experiment, decisionId)
  if (decision === undefined)
    throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
  const isPrivate = live.experiment.arrivals === "private"
  const fresh = newParts(group, decision, parts)
  if (!isPrivate && fresh.length === 0) return { repeated: true }
  if (isClosed(group, live, decision, fresh))
    throw new ServiceError("reward_window_over", "a reward must come within its decision's window, got one after it")
  if (isPrivate && decision.key !== key)
    throw new ServiceError(
      "reward_conflict",
      "with private arrivals a reward must come from the key that made the decision, got another key",
    )
  // Where nothing can be written, a later one must fail as the first would, or the answers would tell them apart.
  if (fresh.length === 0) group.addRepeat(live)
  takeParts(group, live, decision, fresh, key)
  return { repeated: !isPrivate && fresh.length < parts.length }
}

/** A slot is closed by the clock, by a discard or a purge, or because the constant is in it (the clock may have been set back since). */
export function isClosed(
  group: Group,
  live: LiveExperiment,
  decision: DecisionRow,
  parts: readonly OutcomePart[],
): boolean {
  if (group.now >= decision.due) return true
  if (live.purgedAt !== null) return decision.pull !== null
  return decision.pull !== null && (decision.sequence <= live.discarded || isOneObserved(group, decision, parts))
}

// A reward for a decision: the first within its window counts, whatever comes later. No answer depends on the value of an earlier
// reward (rule 3); with private arrivals none depends on whether there was one (rule 2).

import type { LiveExperiment } from "../live/live-experiment.ts"
import { stepsOfReward } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/store.ts"
import type { Group } from "../transaction/group.ts"

export interface Rewarded {
  /** An earlier reward counts instead; with private arrivals always false. */
  readonly repeated: boolean
}

export function reward(group: Group, experiment: string, decisionId: string, value: number, key: string): Rewarded {
  const live = group.live(experiment)
  const steps = stepsOfReward(value, live.experiment.reward)
  if (live.status === "archived")
    throw new ServiceError("experiment_archived", "the experiment must not be archived, got one that is")
  const decision = group.decision(experiment, decisionId)
  if (decision === undefined)
    throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
  const isPrivate = live.experiment.arrivals === "private"
  const isGiven = () => group.reward(experiment, decision.sequence) !== undefined
  if (!isPrivate && isGiven()) return { repeated: true }
  // The private rows are gone, so whether its slot is open cannot be told any more, and none may come back.
  if (live.purgedAt !== null && decision.pull === null && group.now < decision.due) return { repeated: false }
  if (live.purgedAt !== null || isClosed(group, live, decision))
    throw new ServiceError("reward_window_over", "a reward must come within its decision's window, got one after it")
  if (isPrivate && decision.key !== key)
    throw new ServiceError(
      "reward_conflict",
      "with private arrivals a reward must come from the key that made the decision, got another key",
    )
  if (isPrivate && isGiven()) {
    // Where nothing can be written, a later one must fail as the first would, or the answers would tell them apart.
    group.addRepeat(live)
    return { repeated: false }
  }
  takeReward(group, live, decision, steps, key)
  return { repeated: false }
}

/** With private arrivals it is learned from at the end of its window. */
export function takeReward(
  group: Group,
  live: LiveExperiment,
  decision: DecisionRow,
  steps: number,
  key: string,
): void {
  const { id, arrivals } = live.experiment
  if (decision.pull !== null && arrivals === "public") group.observe(live, decision, steps, "caller")
  group.addReward(live, { experiment: id, decision: decision.sequence, steps, key, at: group.now })
}

/** A slot is closed by the clock, by a discard, or because the constant is in it (the clock may have been set back since). */
export function isClosed(group: Group, live: LiveExperiment, { due, pull, sequence }: DecisionRow): boolean {
  if (group.now >= due) return true
  return pull !== null && (sequence <= live.discarded || group.isObserved(live.experiment.id, sequence))
}

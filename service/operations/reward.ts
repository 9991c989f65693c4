// A reward for a decision: once, by one key, within its window. Repeated by the same key with the same value it is the same reward.

import type { Group } from "../group.ts"
import { stepsOfReward } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"

export function reward(group: Group, experiment: string, decisionId: string, value: number, key: string): void {
  const live = group.live(experiment)
  if (live.status === "archived")
    throw new ServiceError("experiment_archived", "the experiment must not be archived, got one that is")
  const decision = group.decision(experiment, decisionId)
  if (decision === undefined)
    throw new ServiceError("unknown_decision", "the decision must exist, got an id that is not known")
  const isPrivate = live.experiment.arrivals === "private"
  const steps = stepsOfReward(value, live.experiment.reward)
  // With private arrivals another key must not learn whether a reward came, so it is told the same either way.
  if (isPrivate && decision.key !== key) throw conflict()
  const given = group.reward(experiment, decision.sequence)
  if (given !== undefined) {
    if (given.key === key && given.steps === steps) return
    throw conflict()
  }
  // A slot is closed by the clock, by a discard, or because the constant is in it (the clock may have been set back since).
  const isClosed =
    group.now >= decision.due ||
    (decision.pull !== null && (decision.sequence <= live.discarded || group.isObserved(experiment, decision.sequence)))
  if (isClosed)
    throw new ServiceError("reward_window_over", "a reward must come within its decision's window, got one after it")
  if (decision.pull !== null && !isPrivate) group.observe(live, decision, steps, "caller")
  group.addReward(live, { experiment, decision: decision.sequence, steps, key, at: group.now })
}

const conflict = () =>
  new ServiceError(
    "reward_conflict",
    "a decision takes one reward, from one key, and it cannot be changed, got another",
  )

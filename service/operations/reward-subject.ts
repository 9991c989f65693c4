// A reward for a subject of a sticky experiment, whose caller keeps no id of a decision: it belongs to the one decision of the subject that is
// learned from. Whether there is one, whose it is and what became of it is told to nobody: all are answered alike, after the same kind of commit.

import { stepsOfReward } from "../live/reward-lattice.ts"
import { ServiceError } from "../service-error.ts"
import type { Group } from "../transaction/group.ts"
import { isClosed, takeReward } from "./reward.ts"

/** `subject` is hashed. */
export function rewardSubject(group: Group, experiment: string, subject: string, value: number, key: string): void {
  const live = group.live(experiment)
  const { reward, sticky, arrivals } = live.experiment
  const steps = stepsOfReward(value, reward)
  if (live.status === "archived")
    throw new ServiceError("experiment_archived", "the experiment must not be archived, got one that is")
  if (!sticky)
    throw new ServiceError(
      "sticky_required",
      "an experiment that takes rewards by subject must be sticky, got one that is not",
    )
  const { learned, arm } = group.subject(experiment, subject)
  // Of an erased subject the count is left, and no arm.
  const decision = learned > 0 && arm !== null ? group.learnedDecision(experiment, subject) : undefined
  const counts =
    decision !== undefined &&
    (arrivals === "public" || decision.key === key) &&
    group.reward(experiment, decision.sequence) === undefined &&
    !isClosed(group, live, decision)
  if (counts) takeReward(group, live, decision, steps, key)
  else group.addRepeat(live)
}

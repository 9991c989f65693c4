// A reward for a subject of a sticky experiment, whose caller keeps no id of a decision: it belongs to the one decision of the subject that is
// learned from. Whether there is one, whose it is and what became of it is told to nobody: all are answered alike, after the same kind of commit.

import { newParts, type Outcome, partsOf, takeParts, timelyParts } from "../metrics/outcome.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { Group } from "../transaction/group.ts"
import { isClosed } from "./reward.ts"

/** `subject` is hashed. */
export function rewardSubject(group: Group, experiment: string, subject: string, outcome: Outcome, key: string): void {
  const live = group.live(experiment)
  const { sticky, arrivals } = live.experiment
  const parts = partsOf(live.experiment, outcome)
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  if (!sticky) throw new ServiceError("sticky_required", "rewards by subject need a sticky experiment; this one is not")
  // Whoever is not learned from is not looked for among all of their decisions.
  const { learned } = group.subject(experiment, subject)
  const decision = learned > 0 ? group.learnedDecision(experiment, subject) : undefined
  const isTheirs = decision !== undefined && (arrivals === "public" || decision.key === key)
  const fresh = isTheirs ? newParts(group, decision, timelyParts(group, live, decision, parts)) : []
  if (fresh.length > 0 && !isClosed(group, live, decision as DecisionRow, fresh))
    takeParts(group, live, decision as DecisionRow, fresh, key)
  else group.addRepeat(live)
}

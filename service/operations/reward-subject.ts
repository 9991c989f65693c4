// A reward for a subject of a sticky experiment, whose caller keeps no id of a decision: it belongs
// to the one decision of the subject that is learned from. No caller learns whether there is
// one, whose it is or what became of it: all get the same answer, after the same kind of commit.

import { type Outcome, parseOutcome, selectNewParts, storeParts, timelyParts } from "../metrics/outcome.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { isClosed } from "./reward.ts"

/** `subject` is hashed. */
export function rewardSubject(
  work: UnitOfWork,
  experiment: string,
  subject: string,
  outcome: Outcome,
  key: string,
): void {
  const live = work.live(experiment)
  const { sticky, arrivals } = live.experiment
  const parts = parseOutcome(live.experiment, outcome)
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  if (!sticky) throw new ServiceError("sticky_required", "rewards by subject need a sticky experiment; this one is not")
  // Skips the search through all decisions of a subject that is not learned from.
  const { learned } = work.subject(experiment, subject)
  const decision = learned > 0 ? work.learnedDecision(experiment, subject) : undefined
  const isTheirs = decision !== undefined && (arrivals === "public" || decision.key === key)
  const fresh = isTheirs ? selectNewParts(work, decision, timelyParts(work, live, decision, parts)) : []
  if (fresh.length > 0 && !isClosed(work, live, decision as DecisionRow, fresh))
    storeParts(work, live, decision as DecisionRow, fresh, key)
  else work.addRepeat(live)
}

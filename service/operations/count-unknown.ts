// Rewards for decisions that an experiment never made, counted by decision id. They are refused in
// their own transactions, which write nothing; how many there were is written later, so that
// neither the refusal nor its timing changes.

import { reportUnknownDecisions } from "../results/report-integrity.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

/** With private arrivals they are not counted. */
export function countUnknown(work: UnitOfWork, experiment: string, count: number): void {
  const live = work.find(experiment)
  if (live === undefined || live.experiment.arrivals === "private" || live.status === "archived") return
  live.counts.integrity.unknown += count
  work.touch(live)
  work.addSnapshot(live)
  reportUnknownDecisions(work, live)
}

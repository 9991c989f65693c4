// Rewards for decisions that an experiment never made, counted by decision id. They are refused in their own transactions, which write
// nothing; how many there were is written later, so that neither the refusal nor its timing changes.

import { reportUnknownDecisions } from "../results/report-integrity.ts"
import type { Group } from "../transaction/group.ts"

/** With private arrivals they are not counted. */
export function countUnknown(group: Group, experiment: string, count: number): void {
  const live = group.find(experiment)
  if (live === undefined || live.experiment.arrivals === "private" || live.status === "archived") return
  live.counts.integrity.unknown += count
  group.addCounts(live)
  reportUnknownDecisions(group, live)
}

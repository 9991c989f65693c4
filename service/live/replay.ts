// Replays journal entries with the noise that was recorded. An entry that does not follow from the
// state is rejected.

import { readPoint } from "../context/decision-context.ts"
import { ServiceError } from "../service-error.ts"
import { applyArmChange } from "./apply-arm-change.ts"
import { applyAcceptance, applyDiscard } from "./apply-restore.ts"
import { assignedMark, excludedArms } from "./arm-states.ts"
import { afterEntry } from "./journal.ts"
import type { JournalEntry } from "./journal-entry.ts"
import type { LiveExperiment } from "./live-experiment.ts"
import type { LiveRelease } from "./live-release.ts"
import { ReplayedRandom } from "./recorded-random.ts"
import { stepsToReward } from "./reward-lattice.ts"

const replayed = new ReplayedRandom()

/** Refuses an entry that does not follow from the state. `after`: the hash with it. */
export function replay(live: LiveExperiment, entry: JournalEntry, after = afterEntry): LiveRelease[] {
  if (entry.row.sequence !== live.sequence + 1)
    throw new ServiceError("internal", `journal entry ${live.sequence + 1} must come next, got ${entry.row.sequence}`)
  if (entry.kind === "discard") {
    applyDiscard(live, entry.row.restores)
    return []
  }
  if (entry.kind === "acceptance") {
    applyAcceptance(live, entry.row)
    return []
  }
  if (entry.kind === "armChange") {
    applyArmChange(live, entry.row)
    return []
  }
  live.journal = after(live.journal, entry)
  replayed.load(entry.row.noise)
  let releases: LiveRelease[] = []
  if (entry.kind === "decision") {
    const { row } = entry
    if (live.arms.isStopped(row.arm))
      throw new ServiceError("internal", `decision ${row.sequence} has arm ${row.arm}, which is stopped`)
    if (row.pull !== null) {
      if (live.isStopped) throw new ServiceError("internal", `decision ${row.sequence} is learned from after a restore`)
      const point = readPoint(row.context)
      const { arm, pull } =
        row.excluded === assignedMark
          ? live.take(row.segment, replayed, row.arm, point)
          : live.decide(row.segment, replayed, excludedArms(row.excluded), point)
      live.learning.noteDecision({ segment: row.segment, arm, pull }, row.at)
      if (arm !== row.arm || pull !== row.pull)
        throw new ServiceError(
          "internal",
          `decision ${row.sequence} has pull ${row.pull} of arm ${row.arm}, but the journal gives pull ${pull} of arm ${arm}`,
        )
    }
  } else if (entry.kind === "metric") {
    const { row } = entry
    checkJoins(live, row, "metric")
    releases = live.learning.observeMetric(row, row.metric, stepsToReward(row.steps), replayed)
  } else {
    const { row } = entry
    checkJoins(live, row, "reward")
    if (row.source === "silent") live.learning.expire(row)
    else releases = live.learning.observe(row, stepsToReward(row.steps), replayed)
    live.learning.settle(row, row.source)
  }
  replayed.checkUsedUp()
  live.sequence = entry.row.sequence
  return releases
}

/** Refuses what is not learned from, or was given up by a restore or a stop. */
function checkJoins(
  live: LiveExperiment,
  { decision, arm, pull }: { readonly decision: number; readonly arm: number; readonly pull: number },
  outcome: "reward" | "metric",
): void {
  if (pull !== null && decision > live.discarded && !live.isDropped({ sequence: decision, arm }, outcome)) return
  throw new ServiceError(
    "internal",
    `decision ${decision} is not learned from, or was made before the last restore or stop`,
  )
}

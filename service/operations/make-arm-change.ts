// Stops, resumes or adds an arm, and notifies listeners. All rules were checked.

import type { Actor } from "../activity/activity.ts"
import { segmentName } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { refreshCurrentResults } from "../results/refresh-current-results.ts"
import { type ArmChangeFields, recordArmChange } from "../transaction/record-change.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"

export function makeArmChange(
  work: UnitOfWork,
  live: LiveExperiment,
  fields: ArmChangeFields,
  by: Actor,
  at = work.now,
): void {
  const { kind, arm, cause, metric, segment, reason } = recordArmChange(work, live, fields, by, at)
  const { metrics = [] } = live.experiment
  work.addEvent(
    live,
    "arm",
    JSON.stringify({
      change: kind,
      arm: live.armName(arm),
      cause,
      metric: metric === null ? null : (metrics[metric]?.name ?? null),
      segment: segment === null ? null : segmentName(segment),
      reason,
      by: by.name,
      at,
    }),
  )
  work.addActivity({ experiment: live.experiment.id, action: `${kind}-arm`, key: by })
  refreshCurrentResults(work, live)
}

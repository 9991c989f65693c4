// The largest loss of one subject in an experiment.

import { groupLoss } from "@armistice/core"
import { getSubjectCap } from "../experiment.ts"
import type { StoredExperiment } from "../store/rows.ts"

/**
 * The largest loss of one subject with all its rewards; null where subjects are not counted. Each
 * restore loses the counts since its backup was made, so those subjects may have been counted
 * again.
 */
export function subjectEta({ experiment, restores }: Pick<StoredExperiment, "experiment" | "restores">): number | null {
  const { guarantee, restoresBefore = 0 } = experiment
  const cap = getSubjectCap(experiment)
  if (guarantee.eta === null || cap === null) return null
  return groupLoss(guarantee.eta, (restores - restoresBefore + 1) * cap)
}

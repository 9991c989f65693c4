// What one subject can lose in an experiment.

import { groupLoss } from "@armistice/core"
import { getSubjectCap } from "../experiment.ts"
import type { StoredExperiment } from "../store/rows.ts"

/**
 * What one subject can lose with all its rewards; null where subjects are not counted. Each restore
 * forgot whom the store had counted since its backup was made, and so may have counted them anew.
 */
export function subjectEta({ experiment, restores }: Pick<StoredExperiment, "experiment" | "restores">): number | null {
  const { guarantee, restoresBefore = 0 } = experiment
  const cap = getSubjectCap(experiment)
  if (guarantee.eta === null || cap === null) return null
  return groupLoss(guarantee.eta, (restores - restoresBefore + 1) * cap)
}

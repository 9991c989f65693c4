// The journal entry by which an arm is stopped, resumed or added, or the horizon extended. A live
// transaction and a replay both apply it here, so a replay rejects a journal that breaks a rule.

import { allowsChange, findAlgorithm } from "@armistice/core"
import { getMaxArms } from "../experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { ArmChangeRow } from "../store/rows.ts"
import { afterArmChange } from "./journal.ts"
import type { LiveExperiment } from "./live-experiment.ts"

export function applyArmChange(live: LiveExperiment, row: ArmChangeRow): void {
  const problem = changeProblem(live, row)
  if (problem !== null) throw new ServiceError("internal", `entry ${row.sequence} ${problem}`)
  live.sequence = row.sequence
  live.journal = afterArmChange(live.journal, row)
  live.changeArms(row)
}

/** The problem of the change; null: there is none. */
function changeProblem(live: LiveExperiment, { kind, arm, name, horizon, cause, metric }: ArmChangeRow): string | null {
  const { arms, experiment } = live
  if (kind !== "stop" && cause !== "person") return "needs the cause person"
  if (kind === "extend" && !takesChange(live, "extend"))
    return `must not extend an experiment of ${experiment.algorithm.name}, which is planned for its horizon`
  if (kind === "extend")
    return horizon !== null && horizon > live.horizon ? null : `must extend the horizon ${live.horizon}, got ${horizon}`
  if (kind === "add") {
    if (arm !== arms.count || name === null || arms.findNumber(name) !== undefined)
      return `must add arm ${arms.count} with a new name, got arm ${arm}`
    return arms.count < getMaxArms(experiment) ? null : `adds an arm above the limit of ${getMaxArms(experiment)}`
  }
  if (arm < 0 || arm >= arms.count) return `must be about one of ${arms.count} arms, got arm ${arm}`
  if (kind === "resume") return arms.isStopped(arm) ? null : `resumes arm ${arm}, which is not stopped`
  if (arms.isStopped(arm)) return `stops arm ${arm}, which is already stopped`
  if (arms.stopped().length + 1 === arms.count) return "stops the last arm"
  const isKnown = metric === null ? cause !== "harm" : experiment.metrics?.[metric] !== undefined
  return cause !== null && isKnown ? null : "has no cause for stopping the arm"
}

/** Whether the experiment's algorithm takes a change while it runs. */
export const takesChange = ({ experiment }: Pick<LiveExperiment, "experiment">, change: "resume" | "add" | "extend") =>
  allowsChange(findAlgorithm(experiment.algorithm.name), change)

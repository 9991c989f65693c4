// Stops, resumes and adds arms of a running experiment. A stopped arm is served to no one, sticky
// people included, and its unreleased rewards are dropped. A resumed arm is given to new people
// only. Repeating a stop or a resume is not an error.

import type { Actor } from "../activity/activity.ts"
import { takesChange } from "../live/apply-arm-change.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { conclude } from "../results/conclude.ts"
import { ServiceError } from "../service-error.ts"
import { checkTexts, quoted } from "../text.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { WindowsDue } from "../transaction/windows-due.ts"
import { closeWindows } from "./close-windows.ts"
import { makeArmChange } from "./make-arm-change.ts"

export type ArmChangeRequest =
  | { readonly kind: "stop"; readonly arm: string; readonly reason?: string }
  | { readonly kind: "resume"; readonly arm: string; readonly reason: string }
  | { readonly kind: "add"; readonly name: string }

export function changeArms(work: UnitOfWork, experiment: string, request: ArmChangeRequest, by: Actor): void {
  const live = work.live(experiment)
  if (live.status === "archived" || live.purgedAt !== null)
    throw new ServiceError(
      "invalid_transition",
      `to ${request.kind} an arm, an experiment must be running, paused or finished; this one is ${live.status === "archived" ? "archived" : "purged"}`,
    )
  if (request.kind === "add") checkAdd(live, request.name)
  else if (live.arms.findNumber(request.arm) === undefined)
    throw new ServiceError("arm_not_found", `the experiment has no arm ${quoted(request.arm)}`)
  // First close what is due: what a stop drops must not depend on how busy the service is.
  closeWindows(work, experiment)
  if (live.nextDue <= work.now) throw new WindowsDue()
  // A release just before may stop the arm, or finish the experiment.
  conclude(work, live)
  if (request.kind === "add") {
    makeArmChange(work, live, { kind: "add", arm: live.arms.count, name: request.name, cause: "person" }, by)
    return
  }
  const arm = live.armNumber(request.arm)
  if (live.arms.isStopped(arm) === (request.kind === "stop")) return
  const reason = request.reason ?? null
  if (request.kind === "resume") {
    if (!takesChange(live, "resume"))
      throw new ServiceError(
        "not_resumable",
        `an arm that is stopped stays stopped with ${live.experiment.algorithm.name}: create a new experiment instead`,
      )
    makeArmChange(work, live, { kind: "resume", arm, cause: "person", reason }, by)
    return
  }
  if (live.arms.stopped().length + 1 === live.arms.count)
    throw new ServiceError(
      "last_arm",
      `${quoted(request.arm)} is the last arm that is not stopped: finish or pause the experiment`,
    )
  makeArmChange(work, live, { kind: "stop", arm, cause: "person", reason }, by)
}

function checkAdd(live: LiveExperiment, name: string): void {
  const { experiment, arms } = live
  checkTexts("name", [name])
  if (live.status === "finished")
    throw new ServiceError(
      "invalid_transition",
      "to add an arm, an experiment must be running or paused; this one is finished",
    )
  if (arms.findNumber(name) !== undefined)
    throw new ServiceError("invalid_parameter", `the experiment already has an arm ${quoted(name)}`)
  if (experiment.maxArms === undefined)
    throw new ServiceError("arms_fixed", "the experiment was created without maxArms, so no arm can be added: copy it")
  if (arms.count >= experiment.maxArms)
    throw new ServiceError("arms_fixed", `the experiment has all the arms it may have, ${experiment.maxArms}: copy it`)
  if (!takesChange(live, "add"))
    throw new ServiceError(
      "arms_fixed",
      `no arm can be added while ${experiment.algorithm.name} runs: copy the experiment`,
    )
}

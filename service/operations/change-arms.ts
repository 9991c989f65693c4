// Stops, resumes and adds arms of a running experiment. From the next decision on nobody gets a stopped arm, sticky people included, and what
// it has not released is dropped. A resumed arm is given to new people only. Repeating a stop or a resume is not an error.

import { type Actor, serviceActor } from "../activity/activity.ts"
import { segmentName } from "../experiment.ts"
import { takesChange } from "../live/apply-arm-change.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { refreshCurrentResults } from "../results/refresh-current-results.ts"
import { ServiceError } from "../service-error.ts"
import type { ArmChangeRow } from "../store/rows.ts"
import { checkTexts, quoted } from "../text.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { WindowsDue } from "../transaction/windows-due.ts"
import { closeWindows } from "./close-windows.ts"

export type ArmChangeRequest =
  | { readonly kind: "stop"; readonly arm: string; readonly reason?: string }
  | { readonly kind: "resume"; readonly arm: string; readonly reason: string }
  | { readonly kind: "add"; readonly name: string }

export function changeArms(work: UnitOfWork, experiment: string, request: ArmChangeRequest, by: Actor): void {
  const live = work.live(experiment)
  if (live.status === "archived" || live.purgedAt !== null)
    throw new ServiceError(
      "invalid_transition",
      `to ${request.kind} an arm, an experiment must be running, paused or finished, got one that is ${live.status === "archived" ? "archived" : "purged"}`,
    )
  if (request.kind === "add") checkAdd(live, request.name)
  else if (live.arms.numberOf(request.arm) === undefined)
    throw new ServiceError("arm_not_found", `the experiment has no arm ${quoted(request.arm)}`)
  // What is due by now joins first: how busy the service is must not decide what a stop drops.
  closeWindows(work, experiment)
  if (live.nextDue <= work.now) throw new WindowsDue()
  // A release just before may stop the arm, or finish the experiment.
  work.conclude(live)
  if (request.kind === "add") {
    change(work, live, { kind: "add", arm: live.arms.count, name: request.name, cause: "person" }, by)
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
    change(work, live, { kind: "resume", arm, cause: "person", reason }, by)
    return
  }
  if (live.arms.stopped().length + 1 === live.arms.count)
    throw new ServiceError(
      "last_arm",
      `${quoted(request.arm)} is the last arm that is not stopped: finish or pause the experiment`,
    )
  change(work, live, { kind: "stop", arm, cause: "person", reason }, by)
}

function checkAdd(live: LiveExperiment, name: string): void {
  const { experiment, arms } = live
  checkTexts("name", [name])
  if (live.status === "finished")
    throw new ServiceError(
      "invalid_transition",
      "to add an arm, an experiment must be running or paused, got one that is finished",
    )
  if (arms.numberOf(name) !== undefined)
    throw new ServiceError(
      "invalid_parameter",
      `an arm must have a new name, got ${quoted(name)}, which the experiment has`,
    )
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

/** An arm that is surely worse than the control: in a metric, or in the reward. */
export interface SurelyWorse {
  readonly arm: number
  readonly cause: "harm" | "worse"
  readonly metric: number | null
  readonly segment: string
  /** When the release that shows it was made. */
  readonly at: number
  /** Whether the release is of this arm, in what it is worse in. */
  readonly hasNewFigure: boolean
}

/** Whether the experiment stops an arm for this by itself. Once resumed it needs a new figure: the old one was known to whoever resumed it. */
export function stopsFor(live: LiveExperiment, found: SurelyWorse): boolean {
  const { onHarm, onWorse } = live.experiment
  const isAsked = found.cause === "harm" ? onHarm !== "notify" : onWorse === "stop_arm"
  const isServed = live.status !== "archived" && live.purgedAt === null && !live.arms.isStopped(found.arm)
  return isAsked && isServed && (live.arms.resumes[found.arm] === 0 || found.hasNewFigure)
}

/** In the transaction of the releases that show it. The control is never among them, so an arm is always left. */
export function stopWorse(work: UnitOfWork, live: LiveExperiment, list: readonly SurelyWorse[]): void {
  for (const found of list) {
    if (!stopsFor(live, found) || found.arm === live.control) continue
    const { arm, cause, metric, segment, at } = found
    change(work, live, { kind: "stop", arm, cause, metric, segment }, serviceActor, at)
  }
}

type ArmChangeFields = Pick<ArmChangeRow, "kind" | "arm"> & Partial<ArmChangeRow>

function change(work: UnitOfWork, live: LiveExperiment, fields: ArmChangeFields, by: Actor, at = work.now): void {
  const { kind, arm, cause, metric, segment, reason } = work.addArmChange(live, fields, by, at)
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

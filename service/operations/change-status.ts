// Pause, resume, finish, archive. Paused: everyone gets the control, or sticky arms stay, and nobody is learned from anew. Finished, and at the
// horizon: the recommended arm is served, or the one that was named. In both, rewards of earlier decisions count until their windows end.
// Archived: no decision is made and no reward counts any more. Repeating a change is not an error, and may change how people are served.

import type { Actor } from "../activity/activity.ts"
import { type Status, segmentsOf } from "../experiment.ts"
import type { Serving } from "../live/experiment-notes.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { recommendedArm } from "../live/served-arms.ts"
import { conclude } from "../results/conclude.ts"
import { replaceRecommended } from "../results/fix-recommended.ts"
import { ServiceError } from "../service-error.ts"
import { quoted } from "../text.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { setStatus } from "./set-status.ts"

export type Transition = "pause" | "resume" | "finish" | "archive"

export interface StatusOptions {
  /** Of a pause: what people with a sticky arm get; the control if left out. */
  readonly serve?: Serving["paused"]
  /** Of a finish: they get the served arm too. */
  readonly everyone?: boolean
  /** Of a finish: the arm to serve; the recommended one if left out. */
  readonly arm?: string
}

const transitions: Readonly<Record<Transition, { readonly from: readonly Status[]; readonly to: Status }>> = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  finish: { from: ["running", "paused"], to: "finished" },
  archive: { from: ["running", "paused", "finished"], to: "archived" },
}

export function changeStatus(
  work: UnitOfWork,
  experiment: string,
  transition: Transition,
  by: Actor,
  options: StatusOptions = {},
): void {
  const live = work.live(experiment)
  // A release just before may finish it, or say what to recommend.
  conclude(work, live)
  const { from, to } = transitions[transition]
  const arm = options.arm === undefined ? null : live.armNumber(options.arm)
  if (arm !== null && live.arms.isStopped(arm))
    throw new ServiceError("invalid_parameter", `arm must be one that is not stopped, got ${quoted(live.armName(arm))}`)
  const serving = servingAfter(live, transition, options)
  if (live.status === to && isServedAlike(live, serving, arm)) return
  if (live.status !== to && !from.includes(live.status))
    throw new ServiceError(
      "invalid_transition",
      `to ${transition}, an experiment must be ${from.join(" or ")}; this one is ${live.status}`,
    )
  if (arm !== null) for (const segment of segmentsOf(live.experiment)) replaceRecommended(work, live, segment, arm)
  live.serving = serving
  setStatus(work, live, to)
  // How people are served is kept with the snapshot alone.
  work.addSnapshot(live)
  work.addActivity({ experiment, action: actionOf(transition, serving), key: by })
}

function servingAfter({ serving, status }: LiveExperiment, transition: Transition, options: StatusOptions): Serving {
  if (transition === "pause") return { ...serving, paused: options.serve ?? "control" }
  if (transition !== "finish") return serving
  // Repeating a finish without a word about it leaves people where they are.
  return { ...serving, everyone: options.everyone ?? (status === "finished" && serving.everyone) }
}

const isServedAlike = (live: LiveExperiment, { paused, everyone }: Serving, arm: number | null): boolean =>
  paused === live.serving.paused &&
  everyone === live.serving.everyone &&
  (arm === null || segmentsOf(live.experiment).every((segment) => recommendedArm(live, segment) === arm))

/** The activity says where people with a sticky arm are served otherwise than usual. */
function actionOf(transition: Transition, { paused, everyone }: Serving): string {
  if (transition === "pause" && paused === "sticky") return "pause-sticky"
  return transition === "finish" && everyone ? "finish-everyone" : transition
}

// Pauses, resumes, finishes or archives an experiment. A paused one serves the control and learns
// nothing new; a finished one serves the recommended arm; rewards of earlier decisions count until
// their windows end. An archived one takes no decision and no reward. Repeating a change is not an
// error.

import { type Actor, serviceActor } from "../activity/activity.ts"
import { listSegments, type Status } from "../experiment.ts"
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
  /** While paused, what people with a sticky arm get; the control by default. */
  readonly serve?: Serving["paused"]
  /** Once finished, whether people with a sticky arm get the served arm too. */
  readonly everyone?: boolean
  /** Once finished, the arm to serve; the recommended one by default. */
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
    throw new ServiceError("invalid_parameter", `arm ${quoted(live.armName(arm))} is stopped`)
  const serving = servingAfter(live, transition, options)
  if (live.status === to && isServedAlike(live, serving, arm)) return
  if (live.status !== to && !from.includes(live.status))
    throw new ServiceError(
      "invalid_transition",
      `to ${transition}, an experiment must be ${from.join(" or ")}; this one is ${live.status}`,
    )
  if (arm !== null) for (const segment of listSegments(live.experiment)) replaceRecommended(work, live, segment, arm)
  live.serving = serving
  setStatus(work, live, to, by === serviceActor ? "service" : "person")
  // How people are served is kept with the snapshot alone.
  work.addSnapshot(live)
  work.addActivity({ experiment, action: nameAction(transition, serving), key: by })
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
  (arm === null || listSegments(live.experiment).every((segment) => recommendedArm(live, segment) === arm))

/** The activity says where people with a sticky arm are served otherwise than usual. */
function nameAction(transition: Transition, { paused, everyone }: Serving): string {
  if (transition === "pause" && paused === "sticky") return "pause-sticky"
  return transition === "finish" && everyone ? "finish-everyone" : transition
}

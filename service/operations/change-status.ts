// Pause, resume, finish, archive. Paused: sticky arms and the fallback arm are served, and nobody is learned from anew. Finished, and at the
// horizon: the recommended arm is served. In both, rewards of earlier decisions count until their windows end. Archived: no decision is made
// and no reward counts any more. Repeating a change is not an error.

import type { Actor } from "../activity/activity.ts"
import { type Status, segmentName, segmentsOf } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { fixRecommended } from "../results/fix-recommended.ts"
import { ServiceError } from "../service-error.ts"
import type { Group } from "../transaction/group.ts"
import type { WebhookEventData } from "../webhooks/event-types.ts"

export type Transition = "pause" | "resume" | "finish" | "archive"

const transitions: Readonly<Record<Transition, { readonly from: readonly Status[]; readonly to: Status }>> = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  finish: { from: ["running", "paused"], to: "finished" },
  archive: { from: ["running", "paused", "finished"], to: "archived" },
}

export function changeStatus(group: Group, experiment: string, transition: Transition, by: Actor): void {
  const live = group.live(experiment)
  // A release just before may finish it, or say what to recommend.
  group.conclude(live)
  const { from, to } = transitions[transition]
  if (live.status === to) return
  if (!from.includes(live.status))
    throw new ServiceError(
      "invalid_transition",
      `to ${transition}, an experiment must be ${from.join(" or ")}, got one that is ${live.status}`,
    )
  setStatus(group, live, to)
  group.addActivity({ experiment, action: transition, key: by })
}

/** Where learning ends, what is recommended stays what it is. */
export function setStatus(
  group: Group,
  live: LiveExperiment,
  status: Status,
  by: WebhookEventData<"experiment.finished">["by"] = "person",
): void {
  if (status === "finished")
    for (const segment of segmentsOf(live.experiment)) fixRecommended(group, live, segment, live.recommended(segment))
  live.status = status
  // Sticky arms were of use as long as it was served.
  if (status === "archived" && live.purgedAt !== null) group.addRemoval(live)
  group.changes.statuses.push({ experiment: live.experiment.id, status })
  group.addEvent(live, "status", JSON.stringify({ status, at: group.now }))
  if (status === "finished") group.addMessage("experiment.finished", { by, segments: servedArms(live) }, live)
}

/** What everyone gets who comes from now on. */
const servedArms = (live: LiveExperiment) =>
  segmentsOf(live.experiment).map((segment) => ({
    segment: segmentName(segment),
    arm: live.armName(live.recommended(segment) ?? live.fallback()),
  }))

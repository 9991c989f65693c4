// Gives an experiment another status, and notifies listeners.

import { createGroupPoint } from "../context/decision-context.ts"
import { listSegments, type Status, segmentName, wholeSegment } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { fallbackArm, recommendedArm, unlearnedArm } from "../live/served-arms.ts"
import { fixRecommended } from "../results/fix-recommended.ts"
import { scheduleRetention } from "../retention/retention.ts"
import { recordHarm, recordIntegrity } from "../transaction/record-attention.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import type { WebhookEventData } from "../webhooks/event-types.ts"

/** Finishing fixes the recommended arm of each segment. */
export function setStatus(
  work: UnitOfWork,
  live: LiveExperiment,
  status: Status,
  by: WebhookEventData<"experiment.finished">["by"] = "person",
): void {
  if (status === "finished")
    for (const segment of listSegments(live.experiment))
      fixRecommended(work, live, segment, recommendedArm(live, segment))
  live.status = status
  if (status === "finished" || status === "archived") scheduleRetention(work, live)
  // Sticky arms were of use as long as it was served.
  if (status === "archived" && live.purgedAt !== null) work.addRemoval(live)
  // Nobody is served any more.
  if (status === "archived" && !live.harm.isSeen) recordHarm(work, live, { ...live.harm, isSeen: true })
  // Answers are no longer checked.
  if ((status === "finished" || status === "archived") && live.integrity !== null) recordIntegrity(work, live, null)
  work.changes.statuses.push({ experiment: live.experiment.id, status })
  const everyone = status === "finished" && live.serving.everyone ? { everyone: true } : {}
  work.addEvent(live, "status", JSON.stringify({ status, ...everyone, at: work.now }))
  if (status === "finished") work.addMessage("experiment.finished", { by, segments: servedArms(live) }, live)
}

/** The arm that new people get from now on, by segment, or by group with context. */
function servedArms(live: LiveExperiment): WebhookEventData<"experiment.finished">["segments"] {
  const { context: plan } = live.algorithm
  if (plan === undefined || recommendedArm(live, wholeSegment) !== null) return servedBySegment(live)
  return (plan.groups ?? []).map(({ name }, group) => ({
    segment: name,
    arm: live.armName(unlearnedArm(live, wholeSegment, undefined, createGroupPoint(plan, group))),
  }))
}

const servedBySegment = (live: LiveExperiment) =>
  listSegments(live.experiment).map((segment) => ({
    segment: segmentName(segment),
    arm: live.armName(recommendedArm(live, segment) ?? fallbackArm(live)),
  }))

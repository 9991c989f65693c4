// Tells listeners and webhooks what integrity checks found, in the transaction that found it: each finding once, a silence once for each time.

import { segmentName } from "../experiment.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { Group } from "../transaction/group.ts"
import { tellOnce } from "../webhooks/tell-once.ts"
import {
  type EqualAnswers,
  equalAnswers,
  findDifferingShares,
  findOneKey,
  findSilence,
  findUnknownDecisions,
  type IntegrityFinding,
  silenceFinding,
} from "./integrity.ts"
import { integrityText } from "./integrity-sentence.ts"

/** Of the segments that have changed since it was last asked. With private arrivals none ever has. */
export function reportIntegrity(group: Group, live: LiveExperiment): void {
  const { integrity } = live.counts
  const segments = [...integrity.changed]
  integrity.changed.clear()
  if (segments.length === 0 || (live.status !== "running" && live.status !== "paused")) return
  if (integrity.silence === null) reportSilence(group, live)
  for (const segment of segments) report(group, live, segment, findDifferingShares(live, segment))
  report(group, live, null, findOneKey(live))
}

export function reportUnknownDecisions(group: Group, live: LiveExperiment): void {
  report(group, live, null, findUnknownDecisions(live))
}

/** From releases alone, so with private arrivals too. */
export function reportEqualAnswers(group: Group, live: LiveExperiment, segment: string, equal: EqualAnswers): void {
  for (const found of equalAnswers(equal)) report(group, live, segment, found)
}

function reportSilence(group: Group, live: LiveExperiment): void {
  const stage = findSilence(live)
  if (stage === null) return
  const found = silenceFinding(live, live.counts.integrity.noteSilence(stage, group.now))
  const { count, share, seconds, since } = found
  const figures = { decisions: count as number, share: share as number, seconds: seconds as number, since }
  group.addMessage("experiment.silent", { ...figures, ...integrityText(found) }, live)
  addEvent(group, live, null, found)
  // That it was reported is kept with the snapshot alone.
  group.addSnapshot(live)
}

/** `segment`: null for the whole experiment. */
function report(group: Group, live: LiveExperiment, segment: string | null, found: IntegrityFinding | null): void {
  if (found === null) return
  const about = JSON.stringify([found.kind, segment, found.key])
  const data = { segment: nameOf(segment), ...found, ...integrityText(found) }
  if (tellOnce(group, live, about, "experiment.integrity", data)) addEvent(group, live, segment, found)
}

function addEvent(group: Group, live: LiveExperiment, segment: string | null, found: IntegrityFinding): void {
  group.addEvent(live, "integrity", JSON.stringify({ segment: nameOf(segment), ...found, ...integrityText(found) }))
}

const nameOf = (segment: string | null): string | null => (segment === null ? null : segmentName(segment))

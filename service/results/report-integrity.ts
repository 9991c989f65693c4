// Reports findings of integrity checks to streams and webhooks in the transaction that found them:
// each finding once, each silence once. The list of experiments shows what holds now.

import { segmentName } from "../experiment.ts"
import type { OpenFinding } from "../live/experiment-notes.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { recordIntegrity } from "../transaction/record-attention.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { sendOnce } from "../webhooks/send-once.ts"
import { describeFinding } from "./describe-finding.ts"
import {
  describeSilence,
  type EqualAnswers,
  findDifferingShares,
  findEqualAnswers,
  findOneKey,
  findSilence,
  findUnknownDecisions,
} from "./integrity.ts"
import type { IntegrityFinding } from "./integrity-finding.ts"

/** Checks the segments that changed since the last call; with private arrivals there are none. */
export function reportIntegrity(work: UnitOfWork, live: LiveExperiment): void {
  const { integrity } = live.counts
  const segments = [...integrity.changed]
  integrity.changed.clear()
  if (segments.length === 0 || !isOpen(live)) return
  if (integrity.silence === null) reportSilence(work, live)
  const differing = segments.map((segment) => ({ segment, found: findDifferingShares(live, segment) }))
  const oneKey = findOneKey(live)
  for (const { segment, found } of differing) report(work, live, segment, found)
  report(work, live, null, oneKey)
  showInList(work, live, [
    { segment: null, found: integrity.silence === null ? null : describeSilence(live, integrity.silence) },
    ...stillDiffering(live, differing),
    ...differing,
    { segment: null, found: oneKey },
    { segment: null, found: findUnknownDecisions(live) },
    // Equal answers are checked at releases only.
    ...(live.integrity !== null && isFoundByReleases(live.integrity) ? [live.integrity] : []),
  ])
}

type Candidate = Pick<OpenFinding, "segment"> & { readonly found: IntegrityFinding | null }

/** Shows the first finding that holds, as it was when it was first shown. */
function showInList(work: UnitOfWork, live: LiveExperiment, candidates: readonly Candidate[]): void {
  const first = candidates.find(({ found }) => found !== null)
  const { integrity: before } = live
  if (first?.found?.kind === before?.found.kind && first?.segment === before?.segment) return
  const found = first?.found ?? null
  recordIntegrity(work, live, found === null ? null : { segment: first?.segment ?? null, found, at: work.now })
}

/** The segment that the list names comes first; without new counts its finding still holds. */
function stillDiffering({ integrity }: LiveExperiment, differing: readonly Candidate[]): Candidate[] {
  if (integrity?.found.kind !== "answers_differ") return []
  return [differing.find(({ segment }) => segment === integrity.segment) ?? integrity]
}

const isFoundByReleases = ({ found: { kind } }: OpenFinding): boolean =>
  kind === "all_largest" || kind === "all_smallest"

const isOpen = ({ status }: LiveExperiment): boolean => status === "running" || status === "paused"

export function reportUnknownDecisions(work: UnitOfWork, live: LiveExperiment): void {
  const found = findUnknownDecisions(live)
  report(work, live, null, found)
  if (found !== null && isOpen(live) && live.integrity === null) showInList(work, live, [{ segment: null, found }])
}

/** By releases, so with private arrivals, too. */
export function reportEqualAnswers(work: UnitOfWork, live: LiveExperiment, segment: string, equal: EqualAnswers): void {
  const equals = findEqualAnswers(equal)
  for (const found of equals) report(work, live, segment, found)
  // With private arrivals the list shows no findings.
  if (live.experiment.arrivals === "private" || !isOpen(live)) return
  const { integrity: before } = live
  if (before === null || (isFoundByReleases(before) && before.segment === segment))
    showInList(work, live, [{ segment, found: equals[0] ?? null }])
}

function reportSilence(work: UnitOfWork, live: LiveExperiment): void {
  const stage = findSilence(live)
  if (stage === null) return
  const found = describeSilence(live, live.counts.integrity.noteSilence(stage, work.now))
  const { count, share, seconds, since } = found
  const figures = { decisions: count as number, share: share as number, seconds: seconds as number, since }
  work.addMessage("experiment.silent", { ...figures, ...describeFinding(found) }, live)
  addEvent(work, live, null, found)
  // Only the snapshot stores that it was reported.
  work.addSnapshot(live)
}

/** `segment`: null for the whole experiment. */
function report(work: UnitOfWork, live: LiveExperiment, segment: string | null, found: IntegrityFinding | null): void {
  if (found === null) return
  const about = JSON.stringify([found.kind, segment, found.key])
  const data = { segment: nameSegment(segment), ...found, ...describeFinding(found) }
  if (sendOnce(work, live, about, "experiment.integrity", data)) addEvent(work, live, segment, found)
}

function addEvent(work: UnitOfWork, live: LiveExperiment, segment: string | null, found: IntegrityFinding): void {
  work.addEvent(
    live,
    "integrity",
    JSON.stringify({ segment: nameSegment(segment), ...found, ...describeFinding(found) }),
  )
}

const nameSegment = (segment: string | null): string | null => (segment === null ? null : segmentName(segment))

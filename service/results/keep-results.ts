// After releases: what is known of their segment now, kept in their transaction. Tells whoever listens when the verdict changes, and finishes
// the experiment where it was asked to.

import type { Verdict, VerdictDifference } from "@armistice/core"
import { serviceActor } from "../activity/activity.ts"
import { segmentsOf, wholeSegment } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment, Standing } from "../live/live-experiment.ts"
import { setStatus } from "../operations/change-status.ts"
import type { ResultRow } from "../store/store.ts"
import type { Group } from "../transaction/group.ts"
import { resultBody, standingBody } from "./result-body.ts"

/** `entries`: those of one journal entry, so all of one segment; at least one. */
export function keepResults(group: Group, live: LiveExperiment, entries: readonly LedgerEntry[]): void {
  const last = entries.at(-1) as LedgerEntry
  const { segment } = last
  const body = standingBody(live, segment)
  const { state, leader } = body.verdict
  group.addResults(
    live,
    entries.map((entry) => resultRow(live, entry, body.verdict)),
  )
  const before = live.standings.get(segment)
  group.addStanding(live, segment, standingAfter(last, body.verdict), JSON.stringify(body))
  if (state !== (before?.state ?? "no_answers"))
    group.addEvent(
      live,
      "verdict",
      JSON.stringify({
        segment: segment === wholeSegment ? null : segment,
        state,
        leader: live.armNameOrNull(leader),
        release: last.index,
        at: last.at,
      }),
    )
  stopWhenClear(group, live)
}

export function resultRow(live: LiveExperiment, entry: LedgerEntry, verdict: Verdict): ResultRow {
  const { experiment, index: release, segment, at } = entry
  const { state, leader } = verdict
  return { experiment, release, segment, at, state, leader, body: JSON.stringify(resultBody(live, entry, verdict)) }
}

export function standingAfter(last: LedgerEntry, verdict: Verdict): Standing {
  const { state, leader } = verdict
  const next = nextBest(verdict)
  return {
    release: last.index,
    at: last.at,
    state,
    leader,
    next: next?.arm ?? null,
    difference: next?.difference ?? null,
    low: next?.low ?? null,
    high: next?.high ?? null,
    recommended: verdict.recommended,
    fixed: 0,
  }
}

/** The leader against the arm most likely to be best after it. */
function nextBest({ arms, differences }: Verdict): VerdictDifference | undefined {
  const chance = ({ arm }: VerdictDifference) => arms[arm]?.probabilityBest ?? -1
  return differences.reduce<VerdictDifference | undefined>(
    (best, one) => (best === undefined || chance(one) > chance(best) ? one : best),
    undefined,
  )
}

/** Not where another outcome is surely worse: that is no clear verdict. */
function stopWhenClear(group: Group, live: LiveExperiment): void {
  const { experiment, status } = live
  if (experiment.stopWhen !== "clear" || (status !== "running" && status !== "paused")) return
  if (segmentsOf(experiment).every((segment) => live.standings.get(segment)?.state === "clear")) {
    setStatus(group, live, "finished")
    group.addActivity({ experiment: experiment.id, action: "finish", key: serviceActor })
  }
}

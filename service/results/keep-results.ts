// After the releases of a transaction: what is known of their segment now, kept with them; one verdict, however many there were. Tells whoever
// listens when the verdict changes, and finishes the experiment where it was asked to.

import type { Verdict, VerdictDifference } from "@armistice/core"
import { serviceActor } from "../activity/activity.ts"
import { segmentName, segmentsOf } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment, Standing } from "../live/live-experiment.ts"
import { setStatus } from "../operations/change-status.ts"
import type { ResultRow } from "../store/store.ts"
import type { Group } from "../transaction/group.ts"
import { type Released, resultBodies, standingBody } from "./result-body.ts"

/** A release of this transaction, and what was given out by it. */
export interface NewRelease {
  readonly entry: LedgerEntry
  readonly released: Released
}

/** `releases`: those of one segment in this transaction; at least one. */
export function keepResults(group: Group, live: LiveExperiment, releases: readonly NewRelease[]): void {
  const { entry: last } = releases.at(-1) as NewRelease
  const { segment } = last
  const body = standingBody(live, segment)
  const { state, leader } = body.verdict
  group.addResults(live, resultRows(releases, body.verdict, live.segment(segment).state.decided))
  const before = live.standings.get(segment)
  group.addStanding(live, segment, standingAfter(last, body.verdict), JSON.stringify(body))
  if (state !== (before?.state ?? "no_answers"))
    group.addEvent(
      live,
      "verdict",
      JSON.stringify({
        segment: segmentName(segment),
        state,
        leader: live.armNameOrNull(leader),
        release: last.index,
        at: last.at,
      }),
    )
  stopWhenClear(group, live)
}

/** `verdict`: the one after all of them; `decided`: how often each arm was by then. */
export function resultRows(releases: readonly NewRelease[], verdict: Verdict, decided: readonly number[]): ResultRow[] {
  const { state, leader } = verdict
  const bodyOf = resultBodies(verdict, decided)
  return releases.map(({ entry: { experiment, index: release, segment, at }, released }) => {
    return { experiment, release, segment, at, state, leader, body: JSON.stringify(bodyOf(released)) }
  })
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

/** The leader against the arm most likely to be best after it; of those that are as likely, the one that did best. */
function nextBest({ arms, differences }: Verdict): VerdictDifference | undefined {
  const chance = ({ arm }: VerdictDifference) => arms[arm]?.probabilityBest ?? -1
  const behind = ({ difference }: VerdictDifference) => difference ?? Number.POSITIVE_INFINITY
  return differences.reduce<VerdictDifference | undefined>((best, one) => {
    const isNext =
      best === undefined || chance(one) > chance(best) || (chance(one) === chance(best) && behind(one) < behind(best))
    return isNext ? one : best
  }, undefined)
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
